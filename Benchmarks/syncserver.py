#!/usr/bin/env python3
"""Measures syncserver on loopback: pushes and pulls per second, latencies and memory, on both storages; an incremental pull with
10,000 and with 1,000,000 records; 500 of 2,000 accounts that write at once; the first synchronization of 100,000 sealed records of
30 fields; and 3,000 prompts that poll over TLS.

    BENCHMARKS=1 swift build -c release --static-swift-stdlib --product syncserver --product SyncBenchmark
    Benchmarks/syncserver.py [--server PATH] [--seconds N] [--storage sqlite|postgresql] [--records N ...] [--only NAME ...]

The clients are connections of one process, each with one request at a time. Therefore 100 clients load the server like 100
devices, without the load of 100 Python processes. If PostgreSQL is installed, a server is started for the measurement with
default settings: each commit is flushed to disk, like SQLite's here.
"""

import argparse
import asyncio
import atexit
import glob
import json
import os
import pwd
import re
import resource
import selectors
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLOCK = "%016x-a"


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


class Server:
    """A server process with its own storage, an account and devices."""

    def __init__(self, program, storage, options=()):
        self.directory = tempfile.mkdtemp(prefix="syncserver-benchmark-")
        self.program = program
        self.accounts = set()
        place = ["--store", self.directory + "/sync.store"] if storage == "sqlite" else ["--database", postgresql()]
        self.place = place
        self.environment = {"HOME": self.directory, "PATH": os.environ["PATH"]}
        self.log = open(self.directory + "/log", "w+")
        self.process = subprocess.Popen(
            [program, *place, "serve", "--port", "0", "--device-rate", "1000000", "--address-rate", "1000000",
             "--metrics-port", "0", *options],
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
        ports = re.findall(r'"message":"metrics".*"port":(\d+)', open(self.log.name).read())
        self.metrics_port = int(ports[0]) if ports else None

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

    def add(self, accounts, devices=1):
        """Adds accounts with devices in one process; returns the tokens, and the seconds that this took."""
        lines = []
        for number in range(accounts):
            lines.append(f"account add user{number} --yes")
            lines += [f"device add user{number} device{device}" for device in range(devices)]
        begin = time.perf_counter()
        output = subprocess.run(
            [self.program, *self.place, "--quiet"], input="\n".join(lines) + "\n", env=self.environment, check=True,
            capture_output=True, text=True).stdout
        took = time.perf_counter() - begin
        tokens = re.findall(r"sync_[0-9a-f]{16}_[A-Za-z0-9_-]+", output)
        if len(tokens) != accounts * devices:
            sys.exit(f"{len(tokens)} tokens instead of {accounts * devices}: {output[-500:]}")
        return tokens, took

    def bytes(self):
        """Returns the bytes of all bodies of requests and answers."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics") as answer:
            text = answer.read().decode()
        return [
            int(re.search(rf"^syncserver_{name} (\d+)", text, re.M).group(1))
            for name in ("request_bytes_total", "response_bytes_total")]

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


# The key of every account here. The server doesn't notice that the records aren't sealed.
KEY = "0123456789abcdef"
ACCOUNT = (
    '{"key":{"account":"00112233-4455-6677-8899-AABBCCDDEEFF","check":"0123456789abcdef0123456789abcdef",'
    f'"id":"{KEY}"}}}}')


def head(token, path):
    """Returns the head of a request, in which the length of the body is missing."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: %d\r\n\r\n")


def loopback(number):
    """Returns one of many addresses of this machine."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{2 + number % 250}"


class Client:
    """A device's connection, with one request at a time."""

    def __init__(self, server, token, address="127.0.0.1"):
        self.server = server
        self.address = address
        self.connect()
        self.received = b""
        self.token = None
        self.head = head(token, "/v1/account")
        self.ask(ACCOUNT)
        self.head = head(token, "/v1/sync")

    def connect(self):
        """Connects again, because the server closes idle connections."""
        self.socket = socket.create_connection(("127.0.0.1", self.server.port), source_address=(self.address, 0))
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
            with open(self.server.log.name) as log:
                errors = [line for line in log if '"status":200' not in line]
            sys.exit(head.decode() + body.decode() + "\n" + "".join(errors[-3:]))
        self.took = time.perf_counter() - self.begun
        token = body.rfind(b'"token":"')
        if token >= 0:
            self.token = body[token + 9:].split(b'"')[0].decode()
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
    return f'{{"batch":"{batch}","key":"{KEY}","records":[{",".join(records)}]{token}}}'


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


def accounts(options, storage):
    """Measures accounts of which a quarter writes at once, each from its own address."""
    server = Server(options.server, storage)
    tokens, took = server.add(options.accounts)
    print(f"\n{storage}: {options.accounts:,} accounts with a device each, created in {took:.1f} s")
    writers = tokens[::4]
    clients = [Client(server, token, loopback(number)) for number, token in enumerate(writers)]
    # The first connections have been idle for a while.
    for client in clients:
        client.connect()
        client.ask(request([record()], client.token))
    make = lambda client: request([record()], client.token)
    for client in clients:
        client.connect()
    print(f"{'':28}{'per second':>11}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'CPU ms':>9}{'peak MB':>9}")
    report(server, f"{len(clients)} that write at once", *measure(server, clients, make, options.seconds))
    server.stop()


def exchange(options):
    """Measures the first synchronization of many records of 30 fields, between two stores and a server."""
    count = options.exchange

    def values(mode, *arguments):
        output = subprocess.run(
            [options.benchmark, mode, str(count), *arguments], check=True, capture_output=True, text=True).stdout
        return {name: float(value) for name, value in (line.split("\t") for line in output.splitlines())}

    clear, sealed = values("clear"), values("sealed")
    server = Server(options.server, "sqlite")
    tokens, _ = server.add(1, devices=2)
    real = values("http", f"http://127.0.0.1:{server.port}", *tokens)
    sent, received = server.bytes()
    print(f"\nfirst synchronization of {count:,} records of 30 fields")
    print(f"{'':40}{'not sealed':>12}{'sealed':>12}{'ratio':>8}{'over HTTP':>12}")
    for part in ("login", "push", "pull"):
        base, other = clear[part], sealed[part]
        print(f"{part + ', CPU of client and server in s':40}{base:12.1f}{other:12.1f}{other / base:8.2f}")
        name = part + " seconds"
        print(f"{name:40}{clear[name]:12.1f}{sealed[name]:12.1f}{sealed[name] / clear[name]:8.2f}{real[name]:12.1f}")
        name = part + " peak MB"
        print(f"{name + ' (HTTP: of the client)':40}{clear[name]:12.0f}{sealed[name]:12.0f}{'':8}{real[name]:12.0f}")
    print(f"{'peak MB of the server':64}{'':8}{server.memory():12.0f}")
    for name, wire in (("sent bytes", sent), ("received bytes", received)):
        base = clear[name]
        print(f"{name + ' (HTTP: compressed)':40}{base:12.0f}{sealed[name]:12.0f}{sealed[name] / base:8.2f}{wire:12}"
              f"{wire / base:8.2f}")
    total = clear["sent bytes"] + clear["received bytes"]
    print(f"bytes on the wire to those of today's uncompressed messages: {(sent + received) / total:.2f}", flush=True)
    server.stop()


def prompts(options):
    """Measures prompts that poll over TLS, each on a new connection from its own address, as after an idle time."""
    fixtures = os.path.join(ROOT, "Tests/SyncServerTests/Fixtures/localhost")
    server = Server(
        options.server, "sqlite", ["--certificate", fixtures + ".certificate.pem", "--key", fixtures + ".key.pem"])
    tokens, _ = server.add(options.prompts)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    latencies, failures = [], {}

    async def post(number, path, body):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", server.port, ssl=context, local_addr=(loopback(number), 0))
        try:
            writer.write((head(tokens[number], path) % len(body)).encode() + body.encode())
            answer = await reader.readuntil(b"\r\n\r\n")
            length = int(re.search(rb"content-length: (\d+)", answer, re.I).group(1))
            body = await reader.readexactly(length)
            if not answer.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(answer.split(b"\r\n")[0].decode())
            return body
        finally:
            writer.close()

    async def prompt(number, begin):
        # The prompts were opened at different times.
        await asyncio.sleep(number / options.prompts * 20)
        await post(number, "/v1/account", ACCOUNT)
        token = None
        while True:
            await asyncio.sleep(20 - (time.perf_counter() - begin - number / options.prompts * 20) % 20)
            if time.perf_counter() > begin + 20 + options.polling:
                return
            asked = time.perf_counter()
            try:
                answer = await post(number, "/v1/sync", request(token=token))
                latencies.append((time.perf_counter() - asked) * 1000)
                token = json.loads(answer)["token"]
            except Exception as error:
                name = f"{type(error).__name__} {error}"
                failures[name] = failures.get(name, 0) + 1

    async def run():
        begin = time.perf_counter()
        await asyncio.gather(*(prompt(number, begin) for number in range(options.prompts)))

    begin, used = time.perf_counter(), server.seconds()
    asyncio.run(run())
    took, used = time.perf_counter() - begin, server.seconds() - used
    print(f"\n{options.prompts:,} prompts that poll every 20 s over TLS, each from its own address and on a new connection")
    print(f"{len(latencies):,} polls; p50 {percentile(latencies, 0.5):.1f} ms, p95 {percentile(latencies, 0.95):.1f} ms, "
          f"p99 {percentile(latencies, 0.99):.1f} ms; server: {used / took * 100:.0f} % of a core, {server.memory():.0f} MB; "
          f"failed: {failures or 'none'}", flush=True)
    server.stop()


PARTS = ["throughput", "incremental", "accounts", "exchange", "prompts"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--server", default=".build/release/syncserver", help="the program to measure")
    parser.add_argument("--seconds", type=float, default=5, help="for each line")
    parser.add_argument("--storage", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=51, help="of the incremental pulls")
    parser.add_argument("--benchmark", default=".build/release/SyncBenchmark", help="for the first synchronization")
    parser.add_argument("--exchange", type=int, default=100_000, help="records of the first synchronization")
    parser.add_argument("--accounts", type=int, default=2_000)
    parser.add_argument("--prompts", type=int, default=3_000)
    parser.add_argument("--polling", type=float, default=60, help="seconds in which the prompts poll")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS)
    options = parser.parse_args()
    options.server, options.benchmark = os.path.abspath(options.server), os.path.abspath(options.benchmark)
    # Every client is an open file.
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    for storage in options.storage or ["sqlite", "postgresql"]:
        try:
            if "throughput" in options.only:
                throughput(options, storage)
            if "accounts" in options.only:
                accounts(options, storage)
            if "incremental" in options.only:
                incremental(options, storage)
        except RuntimeError as error:
            print(f"\n{storage}: {error}")
    if "exchange" in options.only:
        exchange(options)
    if "prompts" in options.only:
        prompts(options)


if __name__ == "__main__":
    main()
