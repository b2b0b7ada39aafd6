import * as fc from 'fast-check';
import t from 'tap';
import { classifyAddress } from '../index.ts';

const rows: Record<string, readonly string[]> = {
  public: ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd12::1', 'fc00::1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  metadata: [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'FD00:EC2:0::254',
  ],
  special: [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.1.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '2001:10::1',
    '3fff::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '5f00::1',
    '4000::1',
    'e000::1',
    'example.com',
    '127.1',
    '2130706433',
    '0x7f000001',
    '',
  ],
};

for (const [kind, addresses] of Object.entries(rows))
  t.test(`these are ${kind}`, async (t) => {
    for (const address of addresses) t.equal(classifyAddress(address), kind, address);
  });

t.test('no IPv4 address wrapped into IPv6 ever counts as reachable', async () => {
  const prefixes = ['::ffff:', '::', '64:ff9b::', '::ffff:0:'];
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (v4, prefix) => {
      const kind = classifyAddress(`${prefix}${v4}`);
      return kind === 'special' || (prefix === '::' && v4 === '0.0.0.1' && kind === 'loopback');
    }),
  );
});

t.test('every text is classified', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), fc.string()), (text) => typeof classifyAddress(text) === 'string'),
    { numRuns: 1_000 },
  );
});
