import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { TENANTS } from '@patchbay/module-identity/contract';
import { CommandError, command, EXIT } from '@patchbay/operator';
import Type from 'typebox';
import { AUDIT_CHAIN } from '../contract.ts';
import { boundedLines, LineTooLong } from '../services/bounded-lines.ts';
import { ExportUnreadable, ExportVerifier } from '../services/chain/export-verifier.ts';
import { organizationOf } from '../services/organization-of.ts';

export const exportCommand = command({
  name: 'audit export',
  summary: "write an organization's whole audit chain to a file that audit verify checks",
  description: `The file holds one JSON document a line: first what the chain is and where it ends, then every record
with its place and MAC. Records that are committed but not sealed are sealed first.`,
  needs: 'platform',
  options: [
    {
      name: 'organization',
      value: 'slug',
      required: true,
      summary: 'whose chain',
      schema: Type.String({ minLength: 1, maxLength: 63 }),
    },
    { name: 'out', value: 'file', required: true, summary: 'a new file, readable by its owner only' },
  ],
  deps: { chain: AUDIT_CHAIN, database: DATABASE, tenants: TENANTS },
  run: async ({ options, deps: { chain, database, tenants }, print, terminal }) => {
    const organization_id = await organizationOf(tenants, options.organization);
    await database.write(systemPrincipal(organization_id), async (work) =>
      work.audit.record({ action: 'audit.export', target_type: 'organization', target_id: organization_id }),
    );
    const progress = terminal.progress('exporting');
    let lines = 0;
    const text = async function* () {
      for await (const line of chain.export(organization_id)) {
        yield `${line}\n`;
        lines += 1;
        progress.at(`${lines} lines`);
      }
    };
    const file = createWriteStream(options.out, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(text()), file).catch((error: unknown) => {
      throw isExisting(error) ? new CommandError(`${options.out} exists already.`) : error;
    });
    progress.done();
    print(`${lines - 1} records of ${options.organization} written to ${options.out}.`);
    return EXIT.ok;
  },
});

const isExisting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

export const verifyCommand = command({
  name: 'audit verify',
  summary: 'check an exported audit chain, without a database',
  description: `Needs the SECRET_KEY the chain was signed with (or it in SECRET_KEY_PREVIOUS), and nothing else.
Exit codes: 0 the chain is whole, 1 it is broken, 2 the file cannot be read or judged.`,
  needs: 'configuration',
  arguments: [{ name: 'export', summary: 'file written by audit export' }],
  deps: { secrets: SECRETS },
  run: async ({ arguments: { export: file }, deps: { secrets }, print, terminal }) => {
    try {
      const { organization_id, records, problem } = await verify(
        file,
        secrets,
        terminal.progress('verifying'),
      );
      if (problem === null) {
        print(`whole: ${records} records of organization ${organization_id}`);
        return EXIT.ok;
      }
      print(`broken: line ${problem.line}: ${problem.reason}`);
      print(`${records} records before it hold.`);
      return EXIT.no;
    } catch (error) {
      throw unreadable(error, file);
    }
  },
});

async function verify(
  file: string,
  secrets: ConstructorParameters<typeof ExportVerifier>[1],
  progress: { at(text: string): void; done(): void },
) {
  let verifier: ExportVerifier | undefined;
  let lines = 0;
  for await (const line of boundedLines(createReadStream(file, { encoding: 'utf8' }))) {
    lines += 1;
    progress.at(`${lines} lines`);
    if (verifier === undefined) verifier = new ExportVerifier(line, secrets);
    else if (!verifier.next(line)) break;
  }
  progress.done();
  if (verifier === undefined) throw new ExportUnreadable('The file is empty.');
  return verifier.verdict();
}

function unreadable(error: unknown, file: string): unknown {
  const refuse = (message: string): CommandError =>
    new CommandError(`${file}: ${message}`, { exitCode: EXIT.cannotRun, cause: error });
  if (error instanceof ExportUnreadable) return refuse(error.message);
  if (error instanceof LineTooLong) return refuse('A line is too long for an export.');
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT') return refuse('There is no such file.');
  return code === undefined ? error : refuse(`It cannot be read (${code}).`);
}
