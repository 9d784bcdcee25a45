"""A mail server with TLS on this machine: tls_server.py MODE CERTIFICATE KEY, where MODE is starttls, tls or bare.

Prints its port, serves one connection after the other until standard input closes, and then prints as JSON what it saw:
commands, each with whether it came encrypted, and texts. It wants the login scipio / pass word, if one is tried.
"""

import base64
import json
import socket
import ssl
import sys
import threading

mode, certificate, key = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
seen = {"commands": [], "texts": []}
login = base64.b64encode(b"\0scipio\0pass word").decode()


def serve(link):
    link.settimeout(10)
    secure = mode == "tls"
    if secure:
        link = context.wrap_socket(link, server_side=True)
    lines = link.makefile("rb")

    def say(text):
        link.sendall(text.encode() + b"\r\n")

    say("220 test ESMTP")
    while line := lines.readline().decode().strip():
        seen["commands"].append([line, secure])
        verb = line.split()[0].upper()
        if verb == "EHLO":
            say("250-test\r\n250 STARTTLS" if mode == "starttls" and not secure else "250-test\r\n250 AUTH PLAIN")
        elif verb == "STARTTLS":
            say("220 go on")
            link = context.wrap_socket(link, server_side=True)
            lines, secure = link.makefile("rb"), True
        elif verb == "AUTH":
            say("235 welcome" if line == "AUTH PLAIN " + login else "535 no")
        elif verb == "DATA":
            say("354 go on")
            text = b""
            while (part := lines.readline()) not in (b".\r\n", b""):
                text += part[1:] if part.startswith(b".") else part
            seen["texts"].append(text.decode())
            say("250 taken")
        elif verb == "QUIT":
            say("221 bye")
            return
        else:
            say("250 ok")


def accept(listener):
    while True:
        link, _ = listener.accept()
        try:
            serve(link)
        except OSError:
            pass  # The client did not like our certificate, which is what some tests are about.
        finally:
            link.close()


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
threading.Thread(target=accept, args=[listener], daemon=True).start()
sys.stdin.read()
json.dump(seen, sys.stdout)
sys.stdout.flush()
