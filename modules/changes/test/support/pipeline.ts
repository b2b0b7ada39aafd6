import type { PostgresDatabase, Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import {
  definePermission,
  PermissionMap,
  type Principal,
  type RoleName,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import { SecretBox } from '@patchbay/kernel/secrets';
import { type Clock, silentLogger, systemClock } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import type { VendorSession, VendorValue, WriteInView } from '@patchbay/vendor-kit';
import { Applier } from '../../services/applying/applier.ts';
import { AttemptLeases } from '../../services/applying/attempt-leases.ts';
import { AttemptLedger } from '../../services/applying/attempt-ledger.ts';
import { AttemptSettling } from '../../services/applying/attempt-settling.ts';
import { OrphanRecovery } from '../../services/applying/orphan-recovery.ts';
import { Approvals } from '../../services/approvals/approvals.ts';
import { Voters } from '../../services/approvals/voters.ts';
import { Arming } from '../../services/confirmations/arming.ts';
import { Confirming } from '../../services/confirmations/confirming.ts';
import { EndingClaims } from '../../services/confirmations/ending-claims.ts';
import { Rollback } from '../../services/confirmations/rollback.ts';
import { RollbackByDevice } from '../../services/confirmations/rollback-by-device.ts';
import { RollbackByInverse } from '../../services/confirmations/rollback-by-inverse.ts';
import { LiveValues } from '../../services/live/live-values.ts';
import { VerifiedValues } from '../../services/live/verified-values.ts';
import { ChangeStore } from '../../services/record/change-store.ts';
import { FeatureIndex } from '../../services/staging/feature-index.ts';
import { PayloadValidator } from '../../services/staging/payload-validator.ts';
import { PendingRoom } from '../../services/staging/pending-room.ts';
import { StagedChanges } from '../../services/staging/staged-changes.ts';
import { Staging } from '../../services/staging/staging.ts';
import { Undoing } from '../../services/undo/undoing.ts';
import { Authority } from '../../services/weighing/authority.ts';
import { AcmeDevice, acmeFeatures } from './acme.ts';
import { peopleOf } from './people.ts';
import { CONTROLLER, ORGANIZATION, SITE, USER } from './rows.ts';

export interface Published {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causation: readonly string[];
}

/** State outside the tables of changes, shared by all processes of a test. */
export class World {
  readonly device = new AcmeDevice();
  readonly synced = new Map<string, VendorValue | null>();
  readonly events: Published[] = [];
  readonly audits: string[] = [];
  readonly jobs: unknown[] = [];
  isGateOpen = true;
  /** Whether the device itself can take writes back. */
  takesBack = false;
  /** The vendor's warnings about the path to the controller. */
  touches: ((write: WriteInView) => readonly string[]) | null = null;
  /** Result of reading authority again; null means gone. */
  revalidated: ((principal: Principal) => Principal | null) | null = null;
}

export const person = (role: RoleName, facts: Partial<Principal> = {}): Principal => ({
  ...systemPrincipal(ORGANIZATION),
  kind: 'user',
  user_id: USER,
  session_id: USER,
  role,
  ...facts,
});

export const permissions = new PermissionMap([
  definePermission({ id: 'network:write', title: 'Write networks', lowest: 'operator' }),
  definePermission({ id: 'controller:write', title: 'Write controllers', lowest: 'operator' }),
]);

const session: VendorSession = {
  probe: () => Promise.reject(new Error('not asked for')),
  snapshot: () => Promise.reject(new Error('not asked for')),
  list: async () => null,
};

function controllersOf(world: World): Controllers {
  const controller = {
    id: CONTROLLER,
    organization_id: ORGANIZATION,
    site_id: SITE,
    vendor: 'acme',
    name: 'core',
    url: 'https://192.0.2.1',
    status: 'online',
    version: '1',
  };
  const get = async (principal: Principal, id: string) => {
    if (id !== CONTROLLER || principal.organization_id !== ORGANIZATION) throw notFound();
    return controller;
  };
  const opened = (): VendorSession => ({
    ...session,
    ...(world.takesBack ? { confirm: world.device.confirm } : {}),
    reachesThrough: async (write) => world.touches?.(write) ?? [],
  });
  const key = (feature: string, id: string) => `${feature} ${id}`;
  return {
    get,
    open: async (principal, id) => ({ controller: await get(principal, id), session: opened() }),
    find: async (principal, id) => ({ controller: await get(principal, id), open: async () => opened() }),
    synced: async (_principal, _id, feature, target) => world.synced.get(key(feature, target)) ?? null,
    remember: async (_principal, _id, feature, target, value) =>
      void world.synced.set(key(feature, target), value),
  };
}

/** Events and audit rows count once their transaction is committed. */
function addParts(database: PostgresDatabase, world: World): void {
  const publishNamed = (unit: Unit, type: string, payload: object, causation: readonly string[]) => {
    unit.afterCommit(() => void world.events.push({ type, payload: { ...payload }, causation }));
    return type;
  };
  database.addPart({
    name: 'events',
    create: (unit) => ({
      publish: (event, payload, options) =>
        publishNamed(unit, event.type, Object(payload), options?.causation ?? []),
      publishNamed: (type, payload, options) => publishNamed(unit, type, payload, options?.causation ?? []),
    }),
  });
  database.addPart({
    name: 'audit',
    create: (unit) => ({ record: ({ action }) => unit.afterCommit(() => void world.audits.push(action)) }),
  });
}

/** One process of the platform, as far as changes go. */
export function startProcess(
  database: PostgresDatabase,
  world: World,
  owner_id: string,
  clock: Clock = systemClock,
  maxPending = 10_000,
) {
  addParts(database, world);
  const secrets = new SecretBox({ current: 'a-key-for-tests-of-changes-32-characters', previous: [] });
  const controllers = controllersOf(world);
  const features = new FeatureIndex({
    contributed: { values: acmeFeatures(world.device), version: 1 },
    vendors: {
      values: [
        {
          id: 'acme',
          feature_prefix: 'acme.',
          confirm: { mechanism: 'a timer', covers: (name) => world.takesBack && name === 'vlan' },
          touchesPath: () => world.touches !== null,
        },
      ],
      version: 1,
    },
  });
  const store = new ChangeStore({ database });
  const live = new LiveValues({ database, controllers, features });
  const settling = new AttemptSettling({ database });
  const leases = new AttemptLeases({ database, logger: silentLogger, ownerId: owner_id, clock });
  const revalidate = async (principal: Principal) => (world.revalidated ?? ((same) => same))(principal);
  const authority = new Authority({
    authenticators: { values: [{ revalidate }], version: 1 },
    people: peopleOf(database),
  });
  const guards = { values: [], version: 1 };
  const gate = { isOpen: async () => world.isGateOpen };
  const jobs = { enqueue: (_unit: Unit, _job: unknown, payload: unknown) => void world.jobs.push(payload) };
  const approvals = new Approvals({ features, permissions, voters: new Voters({ authority }) });
  const ledger = new AttemptLedger({
    database,
    authority,
    features,
    permissions,
    gate,
    approvals,
    owner_id,
    jobs,
    guards,
    live,
  });
  const claims = new EndingClaims({ database });
  const arming = new Arming({ ledger, claims, clock });
  const verified = new VerifiedValues({ controllers, features, logger: silentLogger });
  const validator = new PayloadValidator();
  const staging = new Staging({
    database,
    controllers,
    features,
    validator,
    permissions,
    jobs,
    secrets,
    guards,
    approvals,
    room: new PendingRoom({ database, most: maxPending }),
  });
  const applier = new Applier({
    ledger,
    settling,
    leases,
    live,
    arming,
    verified,
    secrets,
    logger: silentLogger,
  });
  const undoing = new Undoing({ store, features, permissions, staging });
  const confirming = new Confirming({
    database,
    claims,
    settling,
    authority,
    features,
    permissions,
    gate,
    live,
    secrets,
    verified,
  });
  const takingBack = new Rollback({
    database,
    jobs,
    claims,
    settling,
    features,
    live,
    secrets,
    byDevice: new RollbackByDevice({ features, live, secrets }),
    byInverse: new RollbackByInverse({ features, live, claims, gate, verified, clock }),
  });
  const changes = new StagedChanges({
    database,
    permissions,
    features,
    staging,
    applier,
    live,
    store,
    confirming,
    undoing,
    approvals,
  });
  const recovery = new OrphanRecovery({ database, settling, logger: silentLogger });
  return {
    changes,
    store,
    ledger,
    settling,
    recovery,
    live,
    claims,
    takingBack,
    database,
    applier,
    authority,
    approvals,
    features,
  };
}
