import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import { type Call, type Handler, type Handlers, type Power, Reply } from './call.ts';
import { checkParameters } from './check-parameters.ts';
import type { Cluster } from './cluster/cluster.ts';
import { firewall } from './cluster/firewall.ts';
import { nodeNetwork } from './cluster/node-network.ts';
import { nodes } from './cluster/nodes.ts';
import { permissionsOf } from './cluster/permissions.ts';
import { sdn } from './cluster/sdn.ts';
import { tableHandlers } from './cluster/tables.ts';
import { backups } from './guests/backups.ts';
import { guestConfig } from './guests/guest-config.ts';
import { guestMoves } from './guests/guest-moves.ts';
import { guestPower } from './guests/guest-power.ts';
import { snapshots } from './guests/snapshots.ts';
import { reads } from './reads.ts';
import { json, Refusal, refusalAnswer, wrongParameters } from './refusal.ts';
import { givenIn } from './requests.ts';
import type { Row } from './row.ts';
import { type Match, ProxmoxSchema } from './schema.ts';
import type { SignIn, User } from './sign-in.ts';
import { disks } from './storage/disks.ts';
import { pools } from './storage/pools.ts';
import { storage } from './storage/storage.ts';

const base = '/api2/json';
/** What came with 9. */
const newer = /^\/cluster\/(ha\/rules|bulk-action)/;
const firstWithRules = 9;
const ticketPath = '/access/ticket';

export const schema = new ProxmoxSchema();

export const handlers: Handlers = {
  ...reads,
  ...guestConfig,
  ...guestPower,
  ...guestMoves,
  ...snapshots,
  ...storage,
  ...disks,
  ...backups,
  ...tableHandlers,
  ...pools,
  ...sdn,
  ...nodeNetwork,
  ...nodes,
  ...firewall,
};

interface ApiParts {
  readonly cluster: Cluster;
  readonly signIn: SignIn;
  readonly power: Power;
  /** How long every answer without a good sign-in waits. */
  readonly unauthorizedMs: number;
}

/** The interface of one cluster, as the node that is asked gives it. */
export class ApiProduct implements LabProduct {
  readonly sessionLimitMs = 30_000;
  readonly #parts: ApiParts;

  constructor(parts: ApiParts) {
    this.#parts = parts;
  }

  authenticate(request: LabRequest): LabAnswer | null {
    if (request.path === `${base}${ticketPath}`) return null;
    try {
      this.#parts.signIn.userOf(request);
      return null;
    } catch (error) {
      return this.#refused(error);
    }
  }

  isWrite({ method, path }: LabRequest): boolean {
    return method !== 'GET' && method !== 'HEAD' && path !== `${base}${ticketPath}`;
  }

  execute(request: LabRequest): LabAnswer {
    try {
      const match = this.#find(request);
      const given = givenIn(request, match);
      const errors = checkParameters(match.operation, given, schema.formats);
      if (Object.keys(errors).length > 0) throw wrongParameters(errors);
      const { path } = match.operation;
      if (path === ticketPath)
        return answer(this.#parts.signIn.issue(String(given['username']), String(given['password'])));
      const user = this.#parts.signIn.userOf(request);
      this.#assertAllowed(match, user, given);
      const handle: Handler | undefined = handlers[`${match.operation.method} ${path}`];
      if (handle === undefined) throw unknown(request);
      const call: Call = {
        cluster: this.#parts.cluster,
        user,
        operation: match.operation,
        given,
        power: this.#parts.power,
      };
      return answer(handle(call));
    } catch (error) {
      return this.#refused(error);
    }
  }

  refusal(kind: StandardRefusal): LabAnswer {
    const told = {
      unauthorized: [401, 'permission denied - invalid PVE ticket'],
      rate_limited: [429, 'Too Many Requests'],
      session_closed: [504, 'Gateway Timeout'],
      too_large: [413, 'request body too large'],
    } as const;
    const [status, message] = told[kind];
    return this.#refused(new Refusal(status, message));
  }

  stateHash(): string {
    return this.#parts.cluster.hash();
  }

  #find(request: LabRequest): Match {
    const { method, path, body } = request;
    const found = path.startsWith(`${base}/`) ? schema.find(method, path.slice(base.length)) : null;
    if (found === null || (this.#isOlder() && newer.test(found.operation.path))) throw unknown(request);
    if (method === 'DELETE' && body !== '') throw new Refusal(501, `Unexpected content for method 'DELETE'`);
    return found;
  }

  #isOlder(): boolean {
    return Number.parseInt(this.#parts.cluster.version, 10) < firstWithRules;
  }

  #assertAllowed({ operation }: Match, { mayWrite }: User, given: Row): void {
    if (mayWrite || operation.method === 'GET') return;
    throw new Refusal(403, `Permission check failed (${permissionsOf(operation.permissions, given)})`);
  }

  #refused(error: unknown): LabAnswer {
    if (!(error instanceof Refusal)) throw error;
    return refusalAnswer(error, error.status === 401 ? this.#parts.unauthorizedMs : 0);
  }
}

const unknown = ({ method, path }: LabRequest): Refusal =>
  new Refusal(501, `Method '${method} ${path.slice(base.length)}' not implemented`);

function answer(result: unknown): LabAnswer {
  const { data, beside, afterwards } = result instanceof Reply ? result : new Reply(result);
  return {
    status: 200,
    headers: json,
    body: JSON.stringify({ data: data ?? null, ...beside }),
    ...(afterwards ? { afterwards } : {}),
  };
}
