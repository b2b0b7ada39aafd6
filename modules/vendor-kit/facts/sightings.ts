/** Something that a camera made out by itself. */
export interface Sighting {
  /** The camera, as `DeviceFacts` name it. */
  readonly external_id: string;
  readonly kind: 'motion' | 'person';
  /** By the camera's own clock; null when it says none. */
  readonly seen_at: string | null;
}

export interface Sightings {
  /** Value of `held` in the next request; at most 2,048 characters. */
  readonly subscription: string;
  /** Oldest first. */
  readonly seen: readonly Sighting[];
}
