#!/usr/bin/env python3
"""Measures the processor time of itour while it waits for a server that accepts connections and then is silent.

    waiting.py [--itour PATH] [--seconds N]

PATH is a release build (see README.md in this folder). It prints the processor time as a percentage of the waiting time,
for an import from the web that gets no answer, for one that gets the beginning of an answer, and for a synchronization.
"""
import argparse
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BEGINNING = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n["


class SilentServer:
    """A server that answers requests with some bytes, if any, and then keeps the connection open."""

    def __init__(self, answer):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.answer = answer
        self.asked = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        self.connection, _ = self.listener.accept()
        self.connection.recv(1 << 16)
        self.connection.sendall(self.answer)
        self.asked.set()


def processor_time(process):
    """Returns the processor time of a process in seconds, from `/proc`."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--itour", default=os.path.join(HERE, "..", ".build", "release", "itour"))
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    itour = os.path.abspath(options.itour)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    token = os.path.join(folder, "token")
    with open(token, "w") as file:
        file.write("t" * 43)
    try:
        for name, answer, command in (
            ("import, no answer", b"", lambda server: ["poi", "import", server.address + "/points.json"]),
            ("import, an unfinished answer", BEGINNING, lambda server: ["poi", "import", server.address + "/points.json"]),
            ("sync login, no answer", b"", lambda server: ["sync", "login", server.address, "--token-file", token]),
        ):
            server = SilentServer(answer)
            process = subprocess.Popen(
                [itour] + command(server), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            server.asked.wait(30)
            time.sleep(0.5)
            before = processor_time(process)
            time.sleep(options.seconds)
            print(f"{name}: {(processor_time(process) - before) / options.seconds:.2%} of a core")
            process.send_signal(signal.SIGINT)
            process.wait()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
