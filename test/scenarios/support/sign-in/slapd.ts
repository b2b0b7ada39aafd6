import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'ldapts';
import { canRun } from '../../../harness/can-run.ts';
import { waitFor } from '../../../harness/index.ts';
import { stopProcess } from '../../../kit/stop-process.ts';

interface Test {
  teardown(work: () => unknown): unknown;
}

const PROGRAM = '/usr/sbin/slapd';
const STOP_MS = 5_000;
/** A certificate for 127.0.0.1 that is its own authority. */
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../kernel/infrastructure/outbound/test/fixtures/${name}`, import.meta.url));

/** Why the real directory cannot be tried here, or false. */
export const withoutSlapd: string | false = canRun(PROGRAM) ? false : `${PROGRAM} is not installed`;

export const AUTHORITY = readFileSync(fixture('device.cert.pem'), 'utf8');
export const BASE = 'dc=example,dc=com';
export const PEOPLE = `ou=people,${BASE}`;
export const ROOT = { dn: `cn=root,${BASE}`, password: 'the password of root' };
export const READER = { bind_dn: `cn=reader,${BASE}`, bind_password: 'the password of the reader' };

const configurationIn = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${fixture('device.cert.pem')}
TLSCertificateKeyFile ${fixture('device.key.pem')}
database mdb
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw "${ROOT.password}"
directory ${folder}/data
maxsize 10485760
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.bind_dn}" read by anonymous auth by * none
`;

/** A real OpenLDAP server on loopback, with its own folder. */
export class Slapd {
  readonly url: string;
  readonly secureUrl: string;
  readonly root: Client;

  private constructor(port: number, securePort: number) {
    this.url = `ldap://127.0.0.1:${port}`;
    this.secureUrl = `ldaps://127.0.0.1:${securePort}`;
    this.root = new Client({ url: this.url, timeout: 5_000 });
  }

  static async start(t: Test): Promise<Slapd> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-slapd-'));
    await mkdir(join(folder, 'data'));
    const file = join(folder, 'slapd.conf');
    await writeFile(file, configurationIn(folder));
    const slapd = new Slapd(await freePort(), await freePort());
    const child = spawn(PROGRAM, ['-f', file, '-h', `${slapd.url} ${slapd.secureUrl}`, '-d', '0'], {
      stdio: 'ignore',
    });
    t.teardown(async () => {
      await slapd.root.unbind();
      await stopProcess(child, STOP_MS);
      await rm(folder, { recursive: true, force: true });
    });
    await waitFor('slapd to answer', () =>
      slapd.root.bind(ROOT.dn, ROOT.password).then(
        () => true,
        () => false,
      ),
    );
    await slapd.#fill();
    return slapd;
  }

  async #fill(): Promise<void> {
    await this.root.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
    await this.root.add(PEOPLE, { objectClass: 'organizationalUnit', ou: 'people' });
    await this.root.add(READER.bind_dn, {
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'reader',
      userPassword: READER.bind_password,
    });
  }

  /** Adds a person with a password; answers their name. */
  async person(uid: string, more: Readonly<Record<string, string | string[]>> = {}): Promise<string> {
    const dn = `uid=${uid},${PEOPLE}`;
    await this.root.add(dn, {
      objectClass: 'inetOrgPerson',
      uid,
      cn: `Person ${uid}`,
      sn: uid,
      mail: `${uid}@corp.example.com`,
      userPassword: passwordOf(uid),
      ...more,
    });
    return dn;
  }

  async group(cn: string, ...member: readonly string[]): Promise<string> {
    const dn = `cn=${cn},${BASE}`;
    await this.root.add(dn, { objectClass: 'groupOfNames', cn, member: [...member] });
    return dn;
  }
}

export const passwordOf = (uid: string): string => `the password of ${uid}`;

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
