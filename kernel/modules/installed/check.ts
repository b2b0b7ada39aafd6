import { parseCronItem } from 'graphile-worker';
import { type Deps, type Token, tokenOf } from '../../di/index.ts';
import { isConsumerKind, prefixAccess } from '../../events/index.ts';
import type { AnyRoute } from '../../infrastructure/http/index.ts';
import { parametersOf } from '../../infrastructure/http/index.ts';
import type { AnyJob } from '../../infrastructure/jobs/index.ts';
import type { Access } from '../../permissions/index.ts';
import { CONTRACT_VERSION, type ModuleDeclaration } from '../define-module.ts';
import { type DiscoveredModule, ModuleError } from './discovery.ts';
import { reachable } from './order.ts';

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Refuses every bad declaration at boot, naming the file. */
export function checkModules(modules: readonly DiscoveredModule[], kernelTokens: ReadonlySet<symbol>): void {
  const findings = [
    ...modules.flatMap((module) => checkOne(module.declaration).map((text) => `${module.file}: ${text}`)),
    ...checkUnique(modules),
    ...checkPermissions(modules),
    ...checkDependencies(modules, kernelTokens),
  ];
  if (findings.length > 0) throw new ModuleError(`modules are declared wrongly:\n  ${findings.join('\n  ')}`);
}

function checkOne(module: ModuleDeclaration): readonly string[] {
  const findings: string[] = [];
  if (!ID.test(module.id))
    findings.push(`"${module.id}" is no module id (lower case words joined by hyphens)`);
  if ((module.contract ?? CONTRACT_VERSION) !== CONTRACT_VERSION)
    findings.push(`built for module contract ${module.contract}; this platform has ${CONTRACT_VERSION}`);
  for (const route of module.routes ?? []) findings.push(...checkRoute(module, route));
  for (const operation of module.operations ?? [])
    if (operation.write && !operation.feature)
      findings.push(`write operation ${operation.id} names no feature`);
  for (const job of module.jobs ?? []) findings.push(...checkCron(job));
  for (const kind of durableKinds(module))
    if (!isConsumerKind(kind))
      findings.push(`"${kind}" is no kind of durable listeners (up to 32 of a-z and _)`);
  const reserved = (module.reserves ?? []).map(({ event }) => event);
  for (const { type } of [...(module.events ?? []), ...reserved])
    if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(type)) findings.push(`"${type}" is no event type`);
  return findings;
}

function checkCron({ id, cron }: AnyJob): readonly string[] {
  if (cron === undefined) return [];
  try {
    parseCronItem({ task: id, match: cron });
    return [];
  } catch {
    return [`job ${id}: "${cron}" is no cron: five fields in UTC (minute hour day month weekday)`];
  }
}

function checkRoute(module: ModuleDeclaration, route: AnyRoute): readonly string[] {
  const findings: string[] = [];
  const paths = [route.path, ...(route.aliases ?? [])];
  for (const path of paths)
    if (route.mount !== 'root' && !module.prefixes.some((prefix) => isUnder(path, prefix)))
      findings.push(
        `route ${route.id}: ${path} is outside the module's prefixes (${module.prefixes.join(', ')})`,
      );
  if (!('access' in route) || route.access === undefined)
    findings.push(`route ${route.id} declares no access`);
  const names = parametersOf(route.path);
  for (const name of Object.keys(route.params ?? {}))
    if (!names.includes(name)) findings.push(`route ${route.id}: parameter ${name} is not in ${route.path}`);
  if (route.method === 'GET' && route.body) findings.push(`route ${route.id}: GET takes no body`);
  if (
    (route.status ?? 200) !== 204 &&
    !route.reply &&
    !route.produces &&
    route.status !== 204 &&
    route.method === 'GET'
  )
    findings.push(`route ${route.id} declares no reply`);
  return findings;
}

/** `/gateway-*` covers everything that starts so; other prefixes cover whole segments. */
const isUnder = (path: string, prefix: string): boolean =>
  prefix.endsWith('*')
    ? path.startsWith(prefix.slice(0, -1)) || path.startsWith('/{')
    : prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);

function checkUnique(modules: readonly DiscoveredModule[]): readonly string[] {
  const kinds: readonly [string, (module: ModuleDeclaration) => readonly string[]][] = [
    ['module', ({ id }) => [id]],
    ['route', ({ routes = [] }) => routes.map(({ id }) => id)],
    ['permission', ({ permissions = [] }) => permissions.map(({ id }) => id)],
    ['event type', ({ events = [] }) => events.map(({ type }) => type)],
    ['operation', ({ operations = [] }) => operations.map(({ id }) => id)],
    ['job', ({ jobs = [] }) => jobs.map(({ id }) => id)],
    ['listener', ({ listeners = [] }) => listeners.map(({ id }) => id)],
    ['kind of durable listeners', (module) => [...new Set(durableKinds(module))]],
    ['migration', ({ migrations = [] }) => migrations.map(({ id }) => id)],
  ];
  return kinds.flatMap(([kind, idsOf]) => {
    const owners = new Map<string, string>();
    return modules.flatMap(({ declaration, file }) =>
      idsOf(declaration).flatMap((id) => {
        const other = owners.get(id);
        owners.set(id, file);
        return other === undefined ? [] : [`${kind} "${id}" is declared twice: in ${other} and in ${file}`];
      }),
    );
  });
}

const durableKinds = ({ listeners = [] }: ModuleDeclaration): readonly string[] =>
  listeners.flatMap((listener) => (listener.durability === 'durable' ? [listener.kind] : []));

/**
 * Each permission in use is declared; events below a prefix of the specification may carry those of its access,
 * whether or not the module is there that declares them.
 */
function checkPermissions(modules: readonly DiscoveredModule[]): readonly string[] {
  const declared = new Set(
    modules.flatMap(({ declaration }) => (declaration.permissions ?? []).map(({ id }) => id)),
  );
  const undeclared = (
    where: string,
    file: string,
    access: Access | undefined,
    given?: Access,
  ): readonly string[] =>
    permissionsIn(access)
      .filter((permission) => !declared.has(permission) && !permissionsIn(given).includes(permission))
      .map((permission) => `${file}: ${where} uses permission "${permission}", which no module declares`);
  return modules.flatMap(({ declaration, file }) => [
    ...(declaration.routes ?? []).flatMap((route) => undeclared(`route ${route.id}`, file, route.access)),
    ...(declaration.events ?? []).flatMap(({ type, access }) =>
      undeclared(`event ${type}`, file, access, prefixAccess(type.split('.')[0])),
    ),
    ...(declaration.reserves ?? []).flatMap(({ event }) =>
      undeclared(`event ${event.type}`, file, event.access),
    ),
    ...(declaration.operations ?? []).flatMap((operation) =>
      operation.permission === null
        ? []
        : undeclared(`operation ${operation.id}`, file, { permission: operation.permission }),
    ),
  ]);
}

/** Every permission an access declaration names. */
export function permissionsIn(access: Access | undefined): readonly string[] {
  if (access === undefined) return [];
  if ('anyOf' in access) return access.anyOf.flatMap(permissionsIn);
  return 'permission' in access && access.permission !== undefined ? [access.permission] : [];
}

const isExtensionOrConfig = ({ id }: Token<unknown>): boolean =>
  id.startsWith('extension.') || id.startsWith('config.');

function checkDependencies(
  modules: readonly DiscoveredModule[],
  kernelTokens: ReadonlySet<symbol>,
): readonly string[] {
  const owners = new Map<symbol, string>();
  for (const { declaration } of modules)
    for (const { token } of declaration.providers ?? []) owners.set(token.key, declaration.id);
  return modules.flatMap(({ declaration, file }) => {
    const allowed = reachable(modules, declaration.id);
    return dependenciesOf(declaration).flatMap(([where, wanted]) => {
      if (kernelTokens.has(wanted.key) || isExtensionOrConfig(wanted)) return [];
      const owner = owners.get(wanted.key);
      if (owner === undefined) return [`${file}: ${where} needs "${wanted.id}", which nothing provides`];
      if (owner === declaration.id || allowed.has(owner)) return [];
      return [
        `${file}: ${where} needs "${wanted.id}" of module "${owner}", which "${declaration.id}" does not require`,
      ];
    });
  });
}

/** Every token a module's declarations depend on, with what depends on it. */
export function dependenciesOf(module: ModuleDeclaration): readonly (readonly [string, Token<unknown>])[] {
  const named = (kind: string, id: string, deps: Deps = {}) =>
    Object.values(deps).map((wanted) => [`${kind} ${id}`, tokenOf<unknown>(wanted)] as const);
  return [
    ...(module.providers ?? []).flatMap(({ token, deps }) =>
      deps.map((wanted) => [`provider ${token.id}`, wanted] as const),
    ),
    ...(module.routes ?? []).flatMap(({ id, deps }) => named('route', id, deps)),
    ...(module.sockets ?? []).flatMap(({ id, deps }) => named('socket', id, deps)),
    ...(module.jobs ?? []).flatMap(({ id, deps }) => named('job', id, deps)),
    ...(module.listeners ?? []).flatMap(({ id, deps }) => named('listener', id, deps)),
    ...(module.operations ?? []).flatMap((operation) =>
      operation.write ? [] : named('operation', operation.id, operation.deps),
    ),
    ...(module.contributes ?? []).flatMap(({ point, deps }) => named('contribution to', point, deps)),
  ];
}

/** Tokens of extension points that anything depends on. */
export function extensionTokensOf(
  modules: readonly ModuleDeclaration[],
  others: readonly { readonly deps: readonly Token<unknown>[] }[],
): readonly Token<unknown>[] {
  const wanted = [
    ...modules.flatMap((module) => dependenciesOf(module).map(([, each]) => each)),
    ...others.flatMap(({ deps }) => deps),
  ];
  return wanted.filter(({ id }) => id.startsWith('extension.'));
}
