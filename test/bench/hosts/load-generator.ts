import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** Runs autocannon on its own core: the plan comes in as JSON, the report goes out. */
const { body, paths, ...plan } = JSON.parse(await text(process.stdin));
const parts: readonly string[] | undefined = body?.split('[<id>]');
/** Short, since names made of it are cut to make slugs. */
const run = randomBytes(4).toString('hex');
let count = 0;

const report = await autocannon({
  ...plan,
  requests: [
    {
      setupRequest: (request) => {
        count += 1;
        return {
          ...request,
          ...(parts === undefined ? {} : { body: parts.join(`${run}-${count}`) }),
          ...(paths === undefined ? {} : { path: paths[count % paths.length] }),
        };
      },
    },
  ],
});
process.stdout.write(JSON.stringify(report));
