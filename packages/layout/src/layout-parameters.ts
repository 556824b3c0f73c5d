interface Described {
  /** A few words beside the control. */
  readonly title: string;
  /** What a screen reader says. */
  readonly label: string;
}

/** A number the reader sets with a slider. */
export interface NumberParameter extends Described {
  readonly kind: 'number';
  readonly standard: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
}

/** A text the reader types. */
export interface TextParameter extends Described {
  readonly kind: 'text';
  readonly standard: string;
}

export type LayoutParameter = NumberParameter | TextParameter;

/** By the key that stands for it in the address. */
export type LayoutParameters = Readonly<Record<string, LayoutParameter>>;

export type ParameterValues<P extends LayoutParameters> = {
  readonly [K in keyof P]: P[K]['standard'] extends number ? number : string;
};

/** The options a layout knows; those that are missing, empty or of another type take their standard values. */
export function readParameters<P extends LayoutParameters>(
  parameters: P | undefined,
  options: Readonly<Record<string, string | number | boolean>>,
): ParameterValues<P> {
  const values = Object.entries(parameters ?? {}).map(([key, { standard }]) => {
    const given = options[key];
    return [key, typeof given === typeof standard && given !== '' ? given : standard];
  });
  // The values have the types of their standards, which fromEntries cannot tell.
  return Object.fromEntries(values) as ParameterValues<P>;
}
