import { parseArgs } from 'node:util';
import type { LabControllerOptions } from './controllers/lab-options.ts';
import { isLabVendor, labVendors, wholeSite } from './site.ts';

const { values } = parseArgs({
  options: {
    vendor: { type: 'string' },
    port: { type: 'string' },
    'control-port': { type: 'string' },
    http: { type: 'boolean', default: false },
    devices: { type: 'string' },
    'ledger-file': { type: 'string' },
  },
});

const options: LabControllerOptions = {
  plain_http: values.http,
  ...whole('port', values.port),
  ...whole('control_port', values['control-port']),
  ...whole('devices', values.devices),
  ...(values['ledger-file'] === undefined ? {} : { ledger_file: values['ledger-file'] }),
};
const controllers = values.vendor === undefined ? wholeSite(options) : [create(values.vendor)];

for (const controller of controllers) {
  const endpoint = await controller.start().catch((error: Error) => refuse(error.message));
  process.stdout.write(`${JSON.stringify({ vendor: controller.vendor, ...endpoint })}\n`);
}

if (controllers.length > 1)
  process.stderr.write(
    `${controllers.length} controllers are up, one line of JSON each; Ctrl-C ends them.\n`,
  );

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void Promise.all(controllers.map((controller) => controller.stop())));
}

function create(vendor: string) {
  if (!isLabVendor(vendor)) refuse(`no simulated ${vendor}; there is ${Object.keys(labVendors).join(', ')}`);
  return labVendors[vendor](options);
}

function whole(name: string, text: string | undefined): Record<string, number> {
  if (text === undefined) return {};
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) refuse(`${name} must be a whole number up to 65535`);
  return { [name]: number };
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
