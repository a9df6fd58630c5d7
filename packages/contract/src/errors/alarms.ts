/** Errors of the district alarms, part of `errorCatalogue`. */
export const alarmsErrors = {
  closeWhileActive: { code: 1504, status: 422 },
  /** Somebody else handles the alarms of this site: says who, and since when. */
  heldByOther: { code: 1505, status: 409 },
  operatorUnfit: { code: 1506, status: 422 },
  /** The alarm was raised again since the caller saw it: says when. */
  raisedAgain: { code: 1514, status: 409 },
} as const
