import type { RouterDevice } from './device.ts';
import type { Menu } from './schema.ts';
import type { Row } from './tables.ts';

const sensitive = /password|private-key|preshared-key|secret/;

/** The configuration as the console commands that would make it again; dynamic objects are left out. */
export function exportText(device: RouterDevice, showSensitive: boolean): string {
  const serial = device.tables.single('/system/routerboard')['serial-number'] ?? '';
  const lines = [
    `# ${new Date(device.clock.now()).toISOString().slice(0, 19)} by RouterOS`,
    `# serial number = ${serial}`,
  ];
  for (const path of [...device.tables.menus()].sort()) {
    const menu = device.schema.menus.get(path);
    if (menu === undefined || path === '/user') continue;
    const written = device.tables.rows(path).flatMap((row) => {
      const line = commandOf(menu, row, showSensitive);
      return line === null ? [] : [line];
    });
    if (written.length > 0) lines.push(path.replaceAll('/', ' ').replace(' ', '/'), ...written);
  }
  return `${lines.join('\n')}\n`;
}

function commandOf(menu: Menu, row: Row, showSensitive: boolean): string | null {
  if (row['dynamic'] === 'true' || row['builtin'] === 'true') return null;
  const pairs = Object.entries(row)
    .filter(
      ([name, value]) => menu.fields.has(name) && value !== '' && (showSensitive || !sensitive.test(name)),
    )
    .map(([name, value]) => `${name}=${quoted(value)}`);
  if (pairs.length === 0) return null;
  if (menu.singleton) return `set ${pairs.join(' ')}`;
  if (menu.add) return `add ${pairs.join(' ')}`;
  return menu.set
    ? `set [ find name=${quoted(row['default-name'] ?? row['name'] ?? '')} ] ${pairs.join(' ')}`
    : null;
}

function quoted(value: string): string {
  return /^[A-Za-z0-9_.:/,*-]+$/.test(value)
    ? value
    : `"${value.replace(/[\\"$]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
