/** Turns text into bytes; a text that goes to many sockets in a row is encoded once. */
export class TextEncoding {
  #text = '';
  #bytes: Buffer = Buffer.alloc(0);

  bytesOf(text: string): Buffer {
    if (text !== this.#text) {
      this.#text = text;
      this.#bytes = Buffer.from(text);
    }
    return this.#bytes;
  }
}
