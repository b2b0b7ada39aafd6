import t from 'tap';
import { provide, Scope, type Token, token, tokenOf, WiringError } from '../index.ts';

const GREETING: Token<string> = token('test.greeting');

class Greeter {
  readonly #greeting: string;

  constructor(greeting: string) {
    this.#greeting = greeting;
  }

  greet(name: string): string {
    return `${this.#greeting}, ${name}`;
  }
}

class Door {
  readonly greeter: Greeter;

  constructor(greeter: Greeter) {
    this.greeter = greeter;
  }
}

const owned = (...providers: ReturnType<typeof provide>[]) =>
  providers.map((provider) => ({ owner: 'test', provider }));

t.test('the class of a service names it, and is made from what it depends on', async (t) => {
  const scope = new Scope();
  await scope.create(
    owned(
      provide(Door, [Greeter]),
      provide(Greeter, [GREETING]),
      provide(GREETING, [], () => 'Hello'),
    ),
  );
  const { door } = scope.resolve({ door: Door });
  t.equal(door.greeter.greet('Ada'), 'Hello, Ada');
  t.equal(scope.get(Greeter), door.greeter, 'there is one');
});

t.test('a service may be replaced by a plain object with its methods', async (t) => {
  const scope = new Scope();
  await scope.create(owned(provide(Greeter, [], () => ({ greet: (name) => `Go away, ${name}` }))));
  t.equal(scope.get(Greeter).greet('Ada'), 'Go away, Ada');
});

t.test('two classes of one name are two services', (t) => {
  const other = { Greeter: class Greeter {} };
  t.not(tokenOf(Greeter).key, tokenOf(other.Greeter).key);
  t.equal(tokenOf(Greeter), tokenOf(Greeter));
  t.end();
});

t.test('a service that nothing provides is named', async (t) => {
  const scope = new Scope();
  await t.rejects(
    scope.create(owned(provide(Door, [Greeter]))),
    new WiringError('test: "Door" needs "Greeter", which nothing provides'),
  );
});
