#!/usr/bin/env python3
"""Measures pushes and pulls per second of a syncserver on loopback, latencies and memory, on both storages; and the time of an
incremental pull with 10,000 and with 1,000,000 records.

    swift build -c release --static-swift-stdlib --product syncserver
    Benchmarks/syncserver.py [--server PATH] [--seconds N] [--storage sqlite|postgresql] [--records N ...] [--only NAME]

The clients are connections of one process, each with one request at a time. Therefore 100 clients load the server like 100
devices, without the load of 100 Python processes. If PostgreSQL is installed, a server is started for the measurement with
default settings: each commit is flushed to disk, like SQLite's here.
"""

import argparse
import atexit
import glob
import json
import os
import pwd
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid

CLOCK = "%016x-a"


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


class Server:
    """A server process with its own storage, an account and devices."""

    def __init__(self, program, storage):
        self.directory = tempfile.mkdtemp(prefix="syncserver-benchmark-")
        self.program = program
        self.accounts = set()
        place = ["--store", self.directory + "/sync.store"] if storage == "sqlite" else ["--database", postgresql()]
        self.place = place
        self.environment = {"HOME": self.directory, "PATH": os.environ["PATH"]}
        self.log = open(self.directory + "/log", "w+")
        self.process = subprocess.Popen(
            [program, *place, "serve", "--port", "0", "--device-rate", "1000000", "--address-rate", "1000000"],
            stderr=self.log, env=self.environment)
        atexit.register(self.stop)
        while True:
            found = re.search(r'"listening".*"port":(\d+)', open(self.log.name).read())
            if found:
                self.port = int(found.group(1))
                break
            if self.process.poll() is not None:
                sys.exit(open(self.log.name).read())
            time.sleep(0.02)

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *self.place, *arguments], env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def device(self, account, name):
        """Adds a device, and its account if it doesn't exist; returns the token."""
        if account not in self.accounts:
            self.accounts.add(account)
            self.run("account", "add", account)
        return json.loads(self.run("device", "add", account, name, "--json"))["token"]

    def memory(self):
        """Returns the server's peak memory in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024

    def seconds(self):
        """Returns the server's processor time in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


def postgresql():
    """Starts PostgreSQL once, as an unprivileged user; returns the address of a new database."""
    if not hasattr(postgresql, "directory"):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
        if not programs:
            raise RuntimeError("PostgreSQL is not installed")
        programs = os.path.dirname(programs[-1])
        directory = tempfile.mkdtemp(prefix="syncserver-postgresql-")
        become = []
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(directory, nobody.pw_uid, nobody.pw_gid)
            become = ["setpriv", "--reuid", str(nobody.pw_uid), "--regid", str(nobody.pw_gid), "--clear-groups"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": directory}
        subprocess.run(
            [*become, programs + "/initdb", "-D", directory + "/data", "-U", "test", "-A", "trust", "-E", "UTF8"],
            check=True, **quiet)
        process = subprocess.Popen(
            [*become, programs + "/postgres", "-D", directory + "/data", "-c", "listen_addresses=", "-c",
             "unix_socket_directories=" + directory], **quiet)

        def stop():
            process.send_signal(signal.SIGINT)
            process.wait()
            shutil.rmtree(directory, ignore_errors=True)

        atexit.register(stop)
        postgresql.directory, postgresql.programs, postgresql.count = directory, programs, 0
    postgresql.count += 1
    name = f"sync{postgresql.count}"
    for _ in range(200):
        made = subprocess.run(
            [postgresql.programs + "/psql", "-h", postgresql.directory, "-U", "test", "-d", "postgres", "-q", "-c",
             "CREATE DATABASE " + name], capture_output=True)
        if made.returncode == 0:
            return "postgres://test@%s/%s" % (postgresql.directory.replace("/", "%2F"), name)
        time.sleep(0.05)
    raise RuntimeError(made.stderr.decode())


class Client:
    """A device's connection, with one request at a time."""

    def __init__(self, server, token):
        self.server = server
        self.connect()
        self.head = (
            "POST /v1/sync HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {token}\r\nContent-Length: %d\r\n\r\n")
        self.received = b""
        self.token = None

    def connect(self):
        """Connects again, because the server closes idle connections."""
        self.socket = socket.create_connection(("127.0.0.1", self.server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, body):
        body = body.encode()
        self.begun = time.perf_counter()
        self.socket.sendall((self.head % len(body)).encode() + body)

    def receive(self):
        """Returns the body of the answer if it is complete."""
        piece = self.socket.recv(1 << 20)
        if not piece:
            sys.exit("the server closed a connection without an answer")
        self.received += piece
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self.received[:end]
        length = int(re.search(rb"content-length: (\d+)", head, re.I).group(1))
        if len(self.received) < end + 4 + length:
            return None
        body = self.received[end + 4:end + 4 + length]
        self.received = b""
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(head.decode() + body.decode())
        self.took = time.perf_counter() - self.begun
        self.token = body[body.rindex(b'"token":"') + 9:].split(b'"')[0].decode()
        return body

    def ask(self, body):
        self.send(body)
        while True:
            answer = self.receive()
            if answer is not None:
                return json.loads(answer)


def record(number=None, fixed=False):
    identifier = str(uuid.UUID(int=number) if number is not None else uuid.uuid4()).upper()
    clock = CLOCK % ((number if fixed else int(time.time() * 1000)) << 16)
    return (
        f'{{"entity":"PointOfInterest","id":"{identifier}","life":1,"fields":{{"name":["Museum of Applied Arts","{clock}"],'
        f'"city":["Budapest","{clock}"],"latitude":[47.4862,"{clock}"],"longitude":[19.0685,"{clock}"],'
        f'"information":["A building of 1896 by Lechner, tiled in green and yellow.","{clock}"]}}}}')


def request(records=(), token=None, batch=None):
    token = f',"token":"{token}"' if token else ""
    batch = str(uuid.UUID(int=batch) if batch else uuid.uuid4()).upper()
    return f'{{"batch":"{batch}","records":[{",".join(records)}]{token}}}'


def measure(server, clients, make, seconds):
    """Prints requests per second, latencies in milliseconds, and the server's processor time for each request."""
    selector = selectors.DefaultSelector()
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send(make(client))
    latencies = []
    begin, used = time.perf_counter(), server.seconds()
    end = begin + seconds
    waiting = len(clients)
    while waiting:
        for key, _ in selector.select():
            client = key.data
            answer = client.receive()
            if answer is None:
                continue
            latencies.append(client.took * 1000)
            if time.perf_counter() < end:
                client.send(make(client))
            else:
                selector.unregister(client.socket)
                waiting -= 1
    took = time.perf_counter() - begin
    return len(latencies) / took, latencies, (server.seconds() - used) / len(latencies) * 1000


def throughput(options, storage):
    server = Server(options.server, storage)
    # Each client has its own account; otherwise the answers would contain the pushes of all others.
    tokens = [server.device(f"person{number}", "phone") for number in range(max(options.clients))]
    print(f"\n{storage}\n{'':28}{'per second':>11}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'CPU ms':>9}{'peak MB':>9}")
    for name, size in [("push of 1 record", 1), ("push of 100 records", 100), ("pull of nothing new", 0)]:
        for count in options.clients:
            clients = [Client(server, token) for token in tokens[:count]]
            for client in clients:
                while client.ask(request(token=client.token))["more"]:
                    pass
            make = lambda client: request((record() for _ in range(size)), client.token)
            report(server, f"{name}, {count}", *measure(server, clients, make, options.seconds))
    server.stop()


def report(server, name, rate, latencies, processor):
    print(
        f"{name:28}{rate:11.0f}{percentile(latencies, 0.5):9.2f}{percentile(latencies, 0.95):9.2f}"
        f"{percentile(latencies, 0.99):9.2f}{processor:9.3f}{server.memory():9.1f}", flush=True)


def incremental(options, storage):
    """Prints the times of a pull of ten changes, alternating between storages of each size."""
    print(f"\n{storage}: pulls of 10 changes and of none, by the number of records")
    print(f"{'':32}{'min ms':>9}{'median':>9}{'peak MB':>9}{'ratio':>9}{'median':>9}")
    sides = []
    for count in options.records:
        server = Server(options.server, storage)
        writer, reader = (Client(server, server.device("ada", name)) for name in ["writer", "reader"])
        for start in range(0, count, 500):
            writer.ask(request([record(number) for number in range(start, min(start + 500, count))], writer.token))
        # The writer's token covers all records, so the reader needn't pull them first.
        reader.token = writer.token
        sides.append((count, server, writer, reader, [], []))
    for _, _, writer, reader, _, _ in sides:
        writer.connect()
        reader.connect()
    for _ in range(options.rounds):
        for count, server, writer, reader, times, empty in sides:
            writer.ask(request([record(number * (count // 10)) for number in range(10)], writer.token))
            answer = reader.ask(request(token=reader.token))
            assert len(answer["changes"]) == 10 and not answer["more"]
            times.append(reader.took * 1000)
            assert not reader.ask(request(token=reader.token))["changes"]
            empty.append(reader.took * 1000)
    first = sides[0]
    for count, server, _, _, times, empty in sides:
        for name, values, base in [("10 changes", times, first[4]), ("nothing", empty, first[5])]:
            ratios = [mine / other for mine, other in zip(values, base)]
            print(
                f"{name + f', {count:,} records':32}{min(values):9.2f}{percentile(values, 0.5):9.2f}{server.memory():9.1f}"
                f"{min(values) / min(base):9.2f}{percentile(ratios, 0.5):9.2f}", flush=True)
        server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--server", default=".build/release/syncserver", help="the program to measure")
    parser.add_argument("--seconds", type=float, default=5, help="for each line")
    parser.add_argument("--storage", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=51, help="of the incremental pulls")
    parser.add_argument("--only", choices=["throughput", "incremental"])
    options = parser.parse_args()
    options.server = os.path.abspath(options.server)
    for storage in options.storage or ["sqlite", "postgresql"]:
        try:
            if options.only != "incremental":
                throughput(options, storage)
            if options.only != "throughput":
                incremental(options, storage)
        except RuntimeError as error:
            print(f"\n{storage}: {error}")


if __name__ == "__main__":
    main()
