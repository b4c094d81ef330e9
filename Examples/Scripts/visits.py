#!/usr/bin/env python3
"""Starts the server Visits, sends requests over the loopback interface, and checks that no visit is lost.

    Scripts/visits.py VISITS [--seconds S] [--clients N]

VISITS is the path of the built program. The script prints the requests per second of an answer without the store, of a
list of ten pages, and of a visit, which is a transaction on the disk. It exits with 1 if the counts in the store are
not those of the successful requests.
"""

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_ready(port, server):
    for _ in range(300):
        if server.poll() is not None:
            sys.exit(f"the server has ended with {server.returncode}")
        try:
            return request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/")
        except OSError:
            time.sleep(0.1)
    sys.exit("the server doesn't answer")


def request(connection, method, path):
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise ValueError(f"{method} {path}: {answer.status} {body[:200]}")
    return body


def load(port, clients, seconds, method, path):
    """Sends requests from some clients at the same time. Returns the number of answers and the time."""
    counts = [0] * clients
    start = time.monotonic()

    def client(number):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while time.monotonic() - start < seconds:
            request(connection, method, path(number))
            counts[number] += 1

    threads = [threading.Thread(target=client, args=[number]) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description="Measures the server Visits.")
    parser.add_argument("visits")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "visits.store")
        port = free_port()
        server = subprocess.Popen([options.visits, store, str(port)], stderr=subprocess.DEVNULL)
        try:
            wait_until_ready(port, server)
            sent = 0
            # The first visits of twenty pages.
            for page in range(20):
                request(http.client.HTTPConnection("127.0.0.1", port), "POST", f"/pages/page-{page}")
                sent += 1
            for name, method, path in [
                ("without the store", "GET", lambda number: "/"),
                ("list of ten pages", "GET", lambda number: "/pages"),
                ("visit", "POST", lambda number: f"/pages/page-{number % 5}"),
            ]:
                count, seconds = load(port, options.clients, options.seconds, method, path)
                print(f"{name}: {count / seconds:.0f} requests per second")
                sent += count if method == "POST" else 0
            pages = json.loads(request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/pages"))
            # The ten most visited pages; the other ten have one visit each.
            stored = sum(page["visits"] for page in pages) + 10
        finally:
            server.terminate()
            server.wait(20)
        left = sorted(os.listdir(folder))
    print(f"visits: {sent} sent, {stored} stored; files afterwards: {', '.join(left)}")
    return 0 if sent == stored and server.returncode == 0 and left == ["visits.store"] else 1


sys.exit(main())
