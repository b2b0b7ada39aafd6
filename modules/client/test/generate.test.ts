import { schemaText } from '@patchbay/client/generate';
import t from 'tap';

const uuid = { type: 'string', format: 'uuid' };
const rack = {
  type: 'object',
  required: ['id', 'name', 'height', 'labels'],
  properties: {
    id: uuid,
    name: { type: 'string', maxLength: 200, description: 'as people call it' },
    height: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    labels: { type: 'array', items: { type: 'object', properties: { key: { enum: ['room', 'row'] } } } },
  },
};
const answer = (schema: object) => ({
  description: 'OK',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
  content: { 'application/json': { schema } },
});
const operation = (operationId: string, more: object) => ({
  operationId,
  summary: 'Racks',
  security: [{ bearer: [] }],
  parameters: [],
  ...more,
  responses: { ...Object(Object(more).responses), 404: { $ref: '#/components/responses/Status404' } },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1' },
  paths: {
    '/api/v1/racks': {
      get: operation('racks.list', {
        parameters: [
          { name: 'page', in: 'query', required: false, schema: { type: 'integer', default: 1 } },
          { name: 'sort', in: 'query', required: false, schema: { not: {} } },
        ],
        responses: { 200: answer({ type: 'array', items: rack }) },
      }),
      post: operation('racks.create', {
        security: [],
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string', default: 'Rack' } },
                additionalProperties: false,
              },
            },
          },
        },
        responses: { 201: answer(rack) },
      }),
    },
    '/api/v1/racks/{kind}/{rack_id}': {
      delete: operation('racks.remove', {
        parameters: [{ name: 'rack_id', in: 'path', required: true, schema: uuid }],
        responses: { 204: { description: 'No content' } },
      }),
    },
    '/api/v1/racks/wall/{rack_id}': { $ref: '#/components/pathItems/racks' },
  },
  components: { schemas: {}, pathItems: { racks: {} } },
};

t.test('types hold what decides a type, once, and nothing else', async (t) => {
  const [, ...lines] = (await schemaText(JSON.stringify(document))).split('\n');
  t.equal(
    lines.join('\n'),
    `
export interface paths {
  "/api/v1/racks": {
    get: {
      parameters: {
        query?: {
          page?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["RacksList"][];
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["RacksList"];
          };
        };
      };
    };
  };
  "/api/v1/racks/{kind}/{rack_id}": {
    delete: {
      parameters: {
        path: {
          rack_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
}
export interface components {
  schemas: {
    RacksList: {
      id: string;
      name: string;
      height: number | null;
      labels: {
        key?: "room" | "row";
      }[];
    };
  };
}

export const publicOperations: readonly string[] = [
  "POST /api/v1/racks"
];
`,
  );
});

t.test('the same document gives the same text, and another one another stamp', async (t) => {
  const text = JSON.stringify(document);
  const [first, second, other] = await Promise.all([
    schemaText(text),
    schemaText(text),
    schemaText(`${text}\n`),
  ]);
  t.equal(second, first);
  const [stamp, ...rest] = first.split('\n');
  const [otherStamp, ...otherRest] = other.split('\n');
  t.match(stamp, /^\/\/ Written by `npm run openapi`\. SHA-256 of openapi\.json: [0-9a-f]{64}$/);
  t.not(otherStamp, stamp);
  t.same(otherRest, rest);
});
