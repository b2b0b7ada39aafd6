/** As `ping` of the system under the product prints it. */
export function pingText(host: string, count: number): string {
  const replies = Array.from(
    { length: count },
    (_, seq) => `64 bytes from ${host}: icmp_seq=${seq} ttl=64 time=${(0.412 + seq / 100).toFixed(3)} ms`,
  );
  return [
    `PING ${host} (${host}): 56 data bytes`,
    ...replies,
    '',
    `--- ${host} ping statistics ---`,
    `${count} packets transmitted, ${count} packets received, 0.0% packet loss`,
    'round-trip min/avg/max/stddev = 0.412/0.422/0.432/0.008 ms',
  ].join('\n');
}
