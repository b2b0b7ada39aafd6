/** Key of the staged feature and id of the operation (SPEC 4.5). */
export const STORE_BLOB = 'storage.store_blob';
