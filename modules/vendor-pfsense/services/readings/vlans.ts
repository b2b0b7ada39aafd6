import { portVlans, textIn } from '@patchbay/vendor-kit';

export const firewallVlans = portVlans({
  vlans: 'interfaces.vlan',
  interfaces: 'interfaces.assignment',
  id: 'target_id',
  device: 'if',
  name: 'id',
  description: 'descr',
  addressOf: (on) => `${textIn(on, 'ipaddr')}/${textIn(on, 'subnet')}`,
  tagOf: Number,
});
