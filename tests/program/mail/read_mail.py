"""Reads one mail from standard input with Python's own mail library and says as JSON what a mail program would see."""

import email.policy
import email.utils
import gzip
import hashlib
import json
import sys
from email.parser import BytesParser

message = BytesParser(policy=email.policy.default).parse(sys.stdin.buffer)


def part(node):
    seen = {"type": node.get_content_type(), "defects": [str(defect) for defect in node.defects]}
    if node.is_multipart():
        seen["parts"] = [part(child) for child in node.iter_parts()]
        return seen
    raw = node.get_payload(decode=True)
    told = gzip.decompress(raw) if node.get_content_subtype() == "gzip" else raw
    seen.update(
        charset=node.get_content_charset(),
        disposition=node.get_content_disposition(),
        file=node.get_filename(),
        cid=node["Content-ID"],
        text=None if node.get_content_maintype() == "image" and b"\x89PNG" in raw else told.decode("utf-8"),
        sha256=hashlib.sha256(raw).hexdigest(),
    )
    return seen


def people(name):
    return [{"name": one.display_name, "mail": one.addr_spec} for one in message[name].addresses]


json.dump(
    {
        "headers": message.keys(),
        "defects": {name: [str(defect) for defect in value.defects] for name, value in message.items() if value.defects},
        "from": people("From"),
        "to": people("To"),
        "subject": message["Subject"],
        "time": int(email.utils.parsedate_to_datetime(message["Date"]).timestamp()),
        "id": message["Message-ID"],
        "body": part(message),
    },
    sys.stdout,
)
