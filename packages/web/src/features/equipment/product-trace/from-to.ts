interface Places {
  readonly fromPlace: string | null
  readonly toPlace: string | null
}

/** Where something came from and where it went, as far as the caller may know. */
export const fromTo = ({ fromPlace, toPlace }: Places): string =>
  fromPlace === null && toPlace === null ? '—' : [fromPlace, '→', toPlace].filter(Boolean).join(' ')
