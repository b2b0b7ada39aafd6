import type { Method } from './call.ts';
import { done } from './call.ts';
import { fileMethods } from './file-methods.ts';
import {
  deviceMethods,
  hostapdMethods,
  interfaceMethods,
  iwinfoMethods,
  luciRpcMethods,
  wirelessMethods,
} from './network-methods.ts';
import { sessionMethods } from './session-methods.ts';
import { luciMethods, type Power, rcMethods, rpcSysMethods, systemMethods } from './system-methods.ts';
import { uciMethods } from './uci-methods.ts';

/** What stands behind each object of the schema; a method that is in the schema only is not supported. */
export const objectMethods = (power: Power): Readonly<Record<string, Readonly<Record<string, Method>>>> => ({
  session: sessionMethods,
  uci: uciMethods,
  file: fileMethods,
  system: systemMethods(power),
  'rpc-sys': rpcSysMethods(power),
  rc: rcMethods,
  luci: luciMethods,
  'luci-rpc': luciRpcMethods,
  'network.interface': interfaceMethods,
  'network.interface.<name>': interfaceMethods,
  'network.device': deviceMethods,
  'network.wireless': wirelessMethods,
  network: { reload: () => done(), restart: () => done() },
  'hostapd.<ifname>': hostapdMethods,
  iwinfo: iwinfoMethods,
  log: { read: () => done({ log: [] }), write: () => done() },
});

/** Calls that change nothing on the device and its files. */
const reading = new Set([
  'session.login',
  'session.access',
  'session.list',
  'session.get',
  'session.destroy',
  'uci.configs',
  'uci.get',
  'uci.state',
  'uci.changes',
  'file.read',
  'file.list',
  'file.stat',
  'file.lstat',
  'file.md5',
  'system.board',
  'system.info',
  'system.validate_firmware_image',
  'rc.list',
  'log.read',
  'iwinfo.devices',
  'iwinfo.info',
  'iwinfo.assoclist',
  'network.device.status',
  'network.wireless.status',
]);
const readingSuffix = /\.(get[A-Za-z_]*|status|dump|list_bans)$/;

export const isReadingCall = (object: string, method: string): boolean =>
  reading.has(`${object}.${method}`) || readingSuffix.test(`${object}.${method}`);
