/** A cable between two vertices that the intact machine has; ports are those of the intact machine. */
export interface Cable {
  readonly from: number;
  readonly fromPort: number;
  readonly to: number;
  readonly toPort: number;
}

/** Where the ranks of a job go: a placement by name, or the vertex of the host of each node. */
export type NewPlacement = string | { readonly hosts: readonly number[] };

/** One thing that is different when a run is repeated. Jobs by name, links by id. */
export type Change =
  | { readonly kind: 'without'; readonly job: string }
  /** New tables by this router; those of one switch alone where it is given. */
  | { readonly kind: 'routing'; readonly router: string; readonly switch?: number }
  | { readonly kind: 'placement'; readonly job: string; readonly placement: NewPlacement }
  /** Links that are slower than described get their speed back. */
  | { readonly kind: 'repair'; readonly links: readonly number[] | 'all' }
  | { readonly kind: 'restore'; readonly cables: readonly Cable[] | 'all' }
  | { readonly kind: 'degrade'; readonly link: number; readonly share: number }
  /** A network that takes no time. */
  | { readonly kind: 'ideal' }
  /** All ranks of a job compute as long as their mean, step by step. */
  | { readonly kind: 'balanced'; readonly job: string }
  | { readonly kind: 'compute'; readonly job: string; readonly factor: number }
  /** These ranks compute as long as the median of the job, step by step. */
  | { readonly kind: 'median'; readonly job: string; readonly ranks: readonly number[] };
