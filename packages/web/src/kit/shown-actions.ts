interface Offered {
  readonly off?: string | undefined
  readonly primary?: boolean
  readonly danger?: boolean
}

/**
 * Which actions are buttons, and which are behind "⋯". If there is a choice, what cannot be done now and what destroys is not a button;
 * the main action comes first, and there is only one.
 */
export const splitActions = <A extends Offered>(actions: readonly A[], most: number): { shown: A[]; rest: A[] } => {
  const calm = actions.filter(({ danger, off }) => !(danger ?? false) && (off === undefined || actions.length <= most))
  const main = calm.find(({ primary }) => primary)
  const wanted = main ? [main, ...calm.filter((action) => action !== main)] : calm
  const shown = (actions.length === 1 ? actions : wanted).slice(0, most)
  return {
    shown: shown.map((action) => (action.primary && action !== main ? { ...action, primary: false } : action)),
    rest: actions.filter((action) => !shown.includes(action)),
  }
}
