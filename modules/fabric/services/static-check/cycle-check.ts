import type { Kysely, Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type PatternIndex, parsePattern, patternMatches } from '@patchbay/kernel/events';
import type { Draft } from '@patchbay/runs';
import { type Finding, fault, warning } from '@patchbay/runs';
import type { ConnectionIndex, WiredConnection } from '../connections/connection-index.ts';
import type { EmittedEvents } from './emitted-events.ts';

interface Place {
  readonly event_type: string;
  /** Path to this node, for people. */
  readonly trail: readonly string[];
}

type Wired = PatternIndex<WiredConnection>;

/**
 * Finds ways on which a Connection would start itself: through events that its own steps publish, and through
 * other Connections that answer them. Where no condition can end it, it is a fault; else a warning.
 */
export class CycleCheck extends Service<{ index: Pick<ConnectionIndex, 'of'>; emitted: EmittedEvents }> {
  /** `id` is the draft's own when it is saved already. */
  async findings(
    db: Kysely<Tables>,
    organization_id: string,
    draft: Draft,
    id: string | null,
  ): Promise<readonly Finding[]> {
    if (parsePattern(draft.source_event) === null || this.parts.emitted.of(draft.steps).length === 0)
      return [];
    const wired = (await this.parts.index.of(db, [organization_id])).get(organization_id);
    const certain = isConditional(draft) ? null : this.#wayBack(draft, id, wired, true);
    if (certain !== null) return [fault('steps', 'cycle', sentence(certain))];
    const possible = this.#wayBack(draft, id, wired, false);
    return possible === null ? [] : [warning('steps', 'cycle', sentence(possible))];
  }

  #wayBack(
    draft: Draft,
    id: string | null,
    wired: Wired | undefined,
    unconditionalOnly: boolean,
  ): Place | null {
    const pattern = parsePattern(draft.source_event);
    const places: Place[] = this.parts.emitted
      .of(draft.steps)
      .map((event_type) => ({ event_type, trail: [] }));
    const seen = new Set<string>();
    for (const place of places) {
      if (pattern !== null && patternMatches(pattern, place.event_type)) return place;
      if (seen.has(place.event_type)) continue;
      seen.add(place.event_type);
      for (const connection of wired?.match(place.event_type) ?? []) {
        if (connection.id === id || (unconditionalOnly && isConditional(connection))) continue;
        const trail = [...place.trail, `${place.event_type}, which "${connection.name}" answers with `];
        for (const event_type of this.parts.emitted.of(connection.steps)) places.push({ event_type, trail });
      }
    }
    return null;
  }
}

const isConditional = ({ conditions }: Pick<Draft, 'conditions'>): boolean =>
  (conditions?.conditions.length ?? 0) > 0;

const sentence = ({ event_type, trail }: Place): string =>
  `it would start itself: its steps publish ${trail.join('')}${event_type}, to which it answers`;
