// Which IP addresses are public ones. Pure. What it does not know as public it must never let pass.

import { BlockList, isIP, isIPv4 } from 'node:net';

/** Whatever is not ordinary public unicast: RFC 6890 and its successors, and where clouds keep their keys. */
const SPECIAL_V4: readonly [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carriers
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a cloud's own host, inside a public range
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** Inside 2000::/3, outside of which nothing is public. */
const SPECIAL_V6: readonly [string, number][] = [
  ['2001::', 23], // protocols: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address in disguise
  ['3fff::', 20], // documentation
];

const specialV4 = blocked(SPECIAL_V4, 'ipv4');
const specialV6 = blocked(SPECIAL_V6, 'ipv6');

/** Of an IP address as a resolver returns it; false for anything else. */
export function isPublicIp(ip: string): boolean {
  if (isIPv4(ip)) return !specialV4.check(ip, 'ipv4');
  const groups = groupsOf(ip);
  if (!groups) return false;
  const [first = 0, , , , , sixth = 0, high = 0, low = 0] = groups;
  const start = groups.slice(0, 6).join();
  // Mapped, and what NAT64 makes of one: both lead to the IPv4 address inside.
  if (start === [0, 0, 0, 0, 0, sixth].join() && sixth === 0xffff) return isPublicIp(v4Of(high, low));
  if (start === [0x64, 0xff9b, 0, 0, 0, 0].join()) return isPublicIp(v4Of(high, low));
  return (first & 0xe000) === 0x2000 && !specialV6.check(ip, 'ipv6');
}

/** The eight groups of an IPv6 address; undefined for what is none, and for one that belongs to a network card. */
function groupsOf(ip: string): number[] | undefined {
  if (isIP(ip) !== 6 || !URL.canParse(`http://[${ip}]/`)) return undefined;
  // Written by URL it is short, lower case and without a dotted end.
  const [head = '', tail] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split('::');
  const front = numbersIn(head);
  const back = numbersIn(tail ?? '');
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function numbersIn(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));
}

function v4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function blocked(ranges: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [net, bits] of ranges) list.addSubnet(net, bits, family);
  return list;
}
