/** A line longer than any record can be; the file is then no export. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

const MAX_CHARACTERS = 1_048_576;

/** Lines of a text that comes in pieces, one in memory at a time. Throws {@link LineTooLong}. */
export async function* boundedLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_CHARACTERS) throw new LineTooLong();
    yield* lines;
  }
  if (rest !== '') yield rest;
}
