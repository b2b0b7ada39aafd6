import type { Done, VendorValue } from '@patchbay/vendor-kit';
import t from 'tap';
import { undoOf } from '../services/writes/inverses.ts';
import { reachedThrough, touchesPath } from '../services/writes/reached-through.ts';

const id = '6650a1b2c3d4e5f600000001';
const done = (
  operation: Done['operation'],
  payload: VendorValue,
  before: VendorValue | null = null,
): Done => ({
  operation,
  target_id: id,
  payload,
  before,
  after: null,
});

t.test('a command is undone by its opposite', async (t) => {
  const mac = '02:cc:00:00:00:01';
  t.match(undoOf('wifi.client_block').inverse?.(done('update', { cmd: 'block-sta', mac })), {
    operation: 'update',
    target_id: null,
    payload: { cmd: 'unblock-sta', mac },
  });
  t.match(undoOf('diagnostics.locate').inverse?.(done('update', { cmd: 'unset-locate', mac })), {
    payload: { cmd: 'set-locate' },
  });
  t.equal(undoOf('wifi.client_block').inverse?.(done('update', { cmd: 'other', mac })), null);
  t.same(undoOf('wifi.client_kick'), {});
});

t.test('a reservation comes back by an update, because its client never went', async (t) => {
  const { inverse } = undoOf('network.dhcp_reservation');
  const before = {
    _id: id,
    mac: '02:ee:00:00:00:01',
    use_fixedip: true,
    fixed_ip: '10.0.0.7',
    network_id: 'n',
  };
  t.same(inverse?.(done('create', { mac: before.mac, fixed_ip: '10.0.0.7' })), {
    operation: 'delete',
    target_id: id,
    payload: {},
  });
  t.same(inverse?.(done('delete', {}, before)), {
    operation: 'update',
    target_id: id,
    payload: { use_fixedip: true, fixed_ip: '10.0.0.7', network_id: 'n' },
  });
  t.match(inverse?.(done('update', { fixed_ip: '10.0.0.8' }, before)), { payload: { fixed_ip: '10.0.0.7' } });
  t.match(inverse?.(done('update', { fixed_ip: '10.0.0.8' })), { operation: 'delete' });
  t.equal(inverse?.(done('update', { note: 'x' }, before)), null);
  t.equal(inverse?.({ ...done('delete', {}, before), target_id: null }), null);
});

t.test('what an undo does not put back is told', async (t) => {
  t.match(undoOf('system.device').undoCaution?.('delete'), /was reset/);
  t.equal(undoOf('system.site').undoCaution?.('create'), undefined);
  t.match(undoOf('hotspot.voucher').undoCaution?.('delete'), /another code/);
});

t.test('writes that touch the way to the console are told', async (t) => {
  const write = (
    feature: string,
    payload: VendorValue,
    value: VendorValue | null = null,
    operation: Done['operation'] = 'update',
  ) => reachedThrough({ feature, payload, value, operation, live: false }, 'https://192.168.1.1:443');
  const home = { ipv4Configuration: { hostIpAddress: '192.168.1.1', prefixLength: 24 } };
  t.match(write('network.vlan', { vlanId: 5 }, home), [/192\.168\.1\.1, which is in this network/]);
  t.same(
    write(
      'network.vlan',
      { vlanId: 5 },
      { ipv4Configuration: { hostIpAddress: '192.168.2.1', prefixLength: 24 } },
    ),
    [],
  );
  t.match(write('network.vlan', { vlanId: 5 }), [/may be the network/]);
  t.same(write('network.vlan', { vlanId: 5 }, null, 'create'), []);
  t.match(write('vpn.server', { ip_subnet: '192.168.0.1/16' }, null, 'create'), [/in this network/]);
  t.match(write('routing.wan', {}), [/uplink/]);
  t.match(write('firewall.policy', { action: { type: 'BLOCK' } }, null, 'create'), [/stops traffic/]);
  t.same(write('firewall.policy', { action: { type: 'ALLOW' } }, null, 'create'), []);
  t.same(write('firewall.rule', { action: 'accept' }, null, 'create'), []);
  t.same(write('wifi.wlan', {}), []);
  t.equal(touchesPath('routing.wan'), true);
  t.equal(touchesPath('toString'), false);
});
