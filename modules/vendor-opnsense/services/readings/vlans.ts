import { portVlans, textIn } from '@patchbay/vendor-kit';

export const firewallVlans = portVlans({
  vlans: 'interfaces.vlan',
  interfaces: 'interfaces.interface',
  id: 'uuid',
  device: 'device',
  name: 'identifier',
  description: 'description',
  addressOf: (on) => textIn(on, 'addr4'),
  tagOf: String,
  created: { pcp: '0' },
});
