/** The shape of a catalog: the same keys with any text. */
export type Texts<Catalog> = {
  readonly [Key in keyof Catalog]: Catalog[Key] extends string ? string : Texts<Catalog[Key]>
}
