import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Harness, waitFor } from '../../harness/index.ts';

export interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  /** As it stands in the file, headers included. */
  readonly text: string;
}

/** The mails a platform in development wrote to its folder, oldest first. */
export async function readMails(harness: Harness): Promise<readonly CaughtMail[]> {
  const folder = join(harness.platform.config.DATA_DIR, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => ({ to: header(text, 'To'), subject: header(text, 'Subject'), text }));
}

/** Waits until there are so many mails to this address. */
export const mailsTo = (harness: Harness, to: string, count = 1): Promise<readonly CaughtMail[]> =>
  waitFor(`${count} mails to ${to}`, async () => {
    const mails = (await readMails(harness)).filter((mail) => mail.to === to);
    return mails.length >= count && mails;
  });

const header = (text: string, name: string): string =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
    .trim() ?? '';
