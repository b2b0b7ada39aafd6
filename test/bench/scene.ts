import type { Product } from './product.ts';
export interface Scene { readonly product: Product }
export async function setScene(product: Product): Promise<Scene> { return { product }; }
