import type { OpenWrtDevice } from './device.ts';

interface Output extends Readonly<Record<string, unknown>> {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

type Program = (device: OpenWrtDevice, given: readonly string[]) => Output;

const last = (given: readonly string[]): string => given.at(-1) ?? '';

/** Hosts that answer nothing: the documentation networks. */
const isAway = (host: string): boolean => /^(192\.0\.2|198\.51\.100)\./.test(host);

const ping: Program = (_device, given) => {
  const host = last(given);
  const head = `PING ${host} (${host}): 56 data bytes\n`;
  return isAway(host)
    ? {
        code: 1,
        stdout: `${head}\n--- ${host} ping statistics ---\n3 packets transmitted, 0 packets received\n`,
      }
    : { code: 0, stdout: `${head}64 bytes from ${host}: seq=0 ttl=64 time=0.412 ms\n` };
};

const trace: Program = (_device, given) => ({
  code: 0,
  stdout: `traceroute to ${last(given)}\n 1  ${last(given)}  0.512 ms\n`,
});

const programs: Readonly<Record<string, Program>> = {
  '/bin/echo': (_device, given) => ({ code: 0, stdout: `${given.join(' ')}\n` }),
  '/bin/ping': ping,
  '/bin/ping6': ping,
  '/usr/bin/traceroute': trace,
  '/usr/bin/traceroute6': trace,
  '/usr/bin/nslookup': (_device, given) => ({
    code: 0,
    stdout: `Name:\t${last(given)}\nAddress: 192.168.1.1\n`,
  }),
  '/usr/bin/uptime': (device) => ({ code: 0, stdout: ` up ${device.uptimeSeconds()} seconds\n` }),
  '/usr/bin/free': () => ({ code: 0, stdout: 'Mem: 503380 96340 407040\n' }),
  '/bin/df': () => ({ code: 0, stdout: 'Filesystem 1K-blocks Used Available\n' }),
  '/bin/dmesg': () => ({ code: 0, stdout: '[    0.000000] Booting Linux\n' }),
  '/sbin/logread': () => ({ code: 0, stdout: 'daemon.info dnsmasq: started\n' }),
  '/sbin/sysupgrade': sysupgrade,
};

/** Runs one of the programs the lab has; null for a file that is not there. */
export function runProgram(device: OpenWrtDevice, command: string, given: readonly string[]): Output | null {
  const program = Object.hasOwn(programs, command) ? programs[command] : undefined;
  return program ? program(device, given) : null;
}

/**
 * Restores an archive. Archives of the lab are gzip by their first bytes, or one JSON object `{"hostname": …}`; what is
 * neither is refused as `tar` would.
 */
function sysupgrade(device: OpenWrtDevice, [flag, path = '']: readonly string[]): Output {
  const archive = device.files.get(path);
  if (flag !== '--restore-backup') return { code: 1, stderr: 'unsupported\n' };
  if (archive === undefined || !isArchive(archive)) return { code: 1, stderr: 'tar: short read\n' };
  device.files.set('/etc/restored', archive);
  return { code: 0 };
}

const isArchive = (content: Buffer): boolean =>
  (content[0] === 0x1f && content[1] === 0x8b) || content.toString('latin1').startsWith('{"hostname":');
