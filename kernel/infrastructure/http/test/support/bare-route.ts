import { type RouteDeclaration, route } from '../../index.ts';

type Parts = Partial<Omit<RouteDeclaration, 'id' | 'handle'>> & { readonly handle?: () => unknown };

/** A route that takes nothing: GET at its name, for everybody, answering `{}`, unless told otherwise. */
export const bareRoute = (name: string, { handle = () => ({}), ...parts }: Parts = {}) =>
  route({
    id: `test.${name}`,
    method: 'GET',
    path: `/${name}`,
    summary: name,
    access: { public: 'a test' },
    ...parts,
    handle: async () => handle() as never,
  });
