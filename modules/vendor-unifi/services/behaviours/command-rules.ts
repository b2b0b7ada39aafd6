import type { Push, VendorValue } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { rowsOf } from '../exchange/answers.ts';
import { emptyPayload, macAddress, payload, words } from '../writes/payloads.ts';
import { textOf, type UnifiAccess } from './behaviour.ts';
import type { CommandEffect, CommandRule } from './commands.ts';

const text = Type.String({ minLength: 1, maxLength: 2_048 });
const objectId = Type.String({ pattern: '^[0-9a-f]{24}$' });
const saying = (cmd: string) => ({ said: { cmd }, cmd: words(cmd) });

const kick = saying('kick-sta');
const speedtest = saying('speedtest');
const spectrum = saying('spectrum-scan');
const backup = saying('backup');
const dpi = saying('reset-dpi');
const restart = { action: words('RESTART') };

/** Features that are one command, by feature; arguments of the integration interface's actions are in their schemas. */
export const commandRules: Readonly<Record<string, CommandRule>> = {
  'wifi.client_block': {
    payload: payload({ cmd: words('block-sta', 'unblock-sta'), mac: macAddress }, ['cmd', 'mac']),
    seen: async (access, push) => {
      const [user = null] = rowsOf(
        await access.call({ method: 'GET', base: 'C', path: `/stat/user/${macOf(push)}` }),
      );
      return flag(user, 'blocked', push.payload['cmd'] === 'block-sta');
    },
  },
  'wifi.client_kick': { payload: payload({ cmd: kick.cmd, mac: macAddress }, ['mac']), said: kick.said },
  'switch.port_poe_cycle': {
    payload: payload({ action: words('POWER_CYCLE'), portIdx: Type.Integer({ minimum: 1, maximum: 512 }) }, [
      'portIdx',
    ]),
    said: { action: 'POWER_CYCLE' },
    inPath: { idx: 'portIdx' },
  },
  'firmware.device_upgrade': {
    payload: payload({ mac: macAddress }, ['mac']),
    seen: async (access, push) => underWay(await deviceOf(access, push)),
  },
  'firmware.device_upgrade_url': {
    payload: Type.Unsafe({
      ...payload(
        { mac: macAddress, macs: Type.Array(macAddress, { minItems: 1, maxItems: 500 }), url: text },
        ['url'],
      ),
      allOf: [
        {
          anyOf: [
            { properties: { mac: {} }, required: ['mac'] },
            { properties: { macs: {} }, required: ['macs'] },
          ],
        },
      ],
    }),
  },
  'firmware.rolling_upgrade': {
    payload: payload(
      { types: Type.Array(words('uap', 'usw', 'ugw', 'uxg', 'udm'), { minItems: 1, maxItems: 10 }) },
      ['types'],
    ),
    body: ({ types }) => types,
  },
  'firmware.console_update': { payload: payload({ persistFullData: Type.Boolean() }) },
  'diagnostics.speedtest': { payload: payload({ cmd: speedtest.cmd }), said: speedtest.said },
  'diagnostics.spectrum_scan': {
    payload: payload({ cmd: spectrum.cmd, mac: macAddress }, ['mac']),
    said: spectrum.said,
  },
  'diagnostics.locate': {
    payload: payload({ cmd: words('set-locate', 'unset-locate'), mac: macAddress }, ['cmd', 'mac']),
    seen: async (access, push) =>
      flag(await deviceOf(access, push), 'locating', push.payload['cmd'] === 'set-locate'),
  },
  'bulk.device_restart': {
    payload: payload(
      { ...restart, deviceIds: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 }) },
      ['deviceIds'],
    ),
    said: { action: 'RESTART' },
  },
  'system.device_restart': { payload: payload(restart), said: { action: 'RESTART' } },
  'system.backup_create': {
    payload: payload({ cmd: backup.cmd, days: Type.Integer({ minimum: -1, maximum: 3_650 }) }),
    said: backup.said,
  },
  'system.console_reboot': { payload: emptyPayload, body: () => undefined },
  'insights.alarm_archive': {
    payload: Type.Unsafe({
      ...payload({ cmd: words('archive-alarm', 'archive-all-alarms'), _id: objectId }, ['cmd']),
      allOf: [
        {
          if: { properties: { cmd: { const: 'archive-alarm' } } },
          // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
          then: { properties: { _id: {} }, required: ['_id'] },
          else: { properties: { _id: false } },
        },
      ],
    }),
  },
  'insights.dpi_reset': { payload: payload({ cmd: dpi.cmd }), said: dpi.said },
};

const macOf = ({ payload: { mac } }: Push): string => String(mac).toLowerCase();

async function deviceOf(access: UnifiAccess, push: Push): Promise<VendorValue | null> {
  const rows = rowsOf(await access.call({ method: 'GET', base: 'C', path: '/stat/device' }));
  return rows.find((row) => textOf(row['mac'])?.toLowerCase() === macOf(push)) ?? null;
}

function flag(value: VendorValue | null, name: string, wanted: boolean): CommandEffect {
  if (value === null) return { holds: false, value, mismatch: 'The controller does not know it.' };
  const holds = (value[name] === true) === wanted;
  return holds ? { holds, value } : { holds, value, mismatch: `Not as sent: ${name}.` };
}

const UPGRADING = 4;

/** A device that took the command is upgrading, or has nothing left to upgrade to. */
function underWay(device: VendorValue | null): CommandEffect {
  if (device === null)
    return { holds: false, value: null, mismatch: 'The controller does not know the device.' };
  const holds = device['state'] === UPGRADING || device['upgradable'] !== true;
  return holds
    ? { holds, value: device }
    : { holds, value: device, mismatch: 'The device has not begun to upgrade.' };
}
