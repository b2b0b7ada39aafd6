import { CsvImportReply, csvImportInput } from '@patchbay/csv-import';
import { route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { credentialNotBound } from '../errors.ts';
import { ControllerImports } from '../services/imports/controllers/controller-imports.ts';
import { DeviceImports } from '../services/imports/devices/device-imports.ts';

const ERRORS =
  'Errors are answered with line and column: 200 in a dry run, else 422 with `rows.<line>.<column>`. Another column is ' +
  'an error, too.';

export const importRoutes = [
  route({
    id: 'controllers.import',
    method: 'POST',
    path: '/controllers/import',
    summary: 'Register and change controllers from a CSV file: all of it, or nothing',
    description:
      'Columns `id name site vendor url credential tls_verify tls_fingerprint tls_pin_on_first_use allow_plaintext`; ' +
      '`site` is an id or a slug, `credential` the id or the name of a kept sign-in, which needs `settings:write`. A ' +
      'record means the controller of its `id`, else the one of its `name` at its `site`; where there is none it is a ' +
      'new one. An empty cell says nothing. As by the route for one controller, a sign-in that is not named does not ' +
      `follow to another address or trust. ${ERRORS}`,
    access: { permission: 'controller:write', role: 'admin' },
    reach: 'sites',
    unaudited:
      'a dry run, and records that change nothing, write nothing; each controller that is written has its record',
    body: csvImportInput(
      'name,site,vendor,url,credential\nCore router,harbour,mikrotik,https://192.0.2.7,Core routers\n',
    ),
    reply: CsvImportReply,
    errors: [quotaExceeded, credentialNotBound],
    deps: { imports: ControllerImports },
    handle: ({ principal, body, deps }) => deps.imports.import(principal, body),
  }),
  route({
    id: 'devices.import',
    method: 'POST',
    path: '/devices/import',
    summary: 'Change devices from a CSV file: all of it, or nothing',
    description:
      'Columns `id mac serial name site kind tags notes location custom_fields`. A record means the device of its ' +
      '`id`, else of its `mac`, else of its `serial`, else the one of its `name` at its `site`, an id or a slug; what ' +
      'it says of `mac` and `serial` besides must be so. Devices come from syncs: a record without one is an error. ' +
      '`tags` are parted by `;` or a JSON array, `custom_fields` is a JSON object. An empty cell of `tags`, `notes`, ' +
      '`location` or `custom_fields` takes the value away, any other says nothing. Later syncs keep the fields that ' +
      `were changed. ${ERRORS}`,
    access: { permission: 'device:write' },
    reach: 'sites',
    unaudited:
      'a dry run, and records that change nothing, write nothing; each device that is written has its record',
    body: csvImportInput('mac,location,tags\n02:00:5e:10:00:01,"Rack A4, unit 7",core;leased\n'),
    reply: CsvImportReply,
    deps: { imports: DeviceImports },
    handle: ({ principal, body, deps }) => deps.imports.import(principal, body),
  }),
];
