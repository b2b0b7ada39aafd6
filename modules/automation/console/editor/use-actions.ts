import { type RowOf, useRead, useRows, useSession } from '@patchbay/console-kit';
import { useMemo } from 'react';
import type { Described } from './action-schema.ts';

export type Action = RowOf<'/actions'>;

const ALL = { per_page: '100', sort: 'title' } as const;
const EVERY_FEATURE = { per_page: 200 } as const;

/** Actions that rules offer, with the schemas of their params. */
export interface Actions {
  readonly all: readonly Action[];
  find(action_type: string): Action | undefined;
  readonly described: Described;
  isWrite(operation_id: string): boolean;
}

export function useActions(): Actions {
  const { mayCall } = useSession();
  const { rows } = useRows('/actions', ALL);
  const catalog = useRead('/fabric/catalog', {}, { enabled: mayCall('GET', '/fabric/catalog') });
  const features = useRead(
    '/changes/features',
    { query: EVERY_FEATURE },
    { enabled: mayCall('GET', '/changes/features') },
  );
  return useMemo(() => {
    const operations = catalog.data?.operations ?? [];
    const operation = (id: string) => operations.find((each) => each.id === id);
    return {
      all: rows,
      find: (action_type) => rows.find((action) => action.action_type === action_type),
      isWrite: (id) => operation(id)?.write ?? false,
      described: {
        operations: operations.filter(({ tier }) => tier !== 'plugin').map(({ id }) => id),
        operation: (id) => operation(id)?.input_schema,
        payload: (key, verb) => {
          const feature = features.data?.items.find((each) => each.key === key);
          return feature === undefined
            ? undefined
            : new Map<string, unknown>(Object.entries(feature.payload_schema)).get(verb);
        },
      },
    };
  }, [rows, catalog.data, features.data]);
}
