/** Browsers hide what is dragged until it is dropped; its name is kept here, so that a place can refuse it before. */
let name: string | null = null;

export const dragOperation = (dragged: string | null): void => {
  name = dragged;
};

export const draggedOperation = (): string | null => name;
