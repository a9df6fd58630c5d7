interface Running<Answer> {
  /** Never rejects. */
  readonly done: Promise<void>
  /** For those who ask while it is running. */
  next?: Promise<Answer>
}

/** Questions in progress. */
export type SharedAnswers<Answer> = Map<string, Running<Answer>>

/**
 * When an alarm arrives, everybody who looks at a list asks the same at once. Those who ask while an answer is being computed share the
 * next one: it starts after whatever they have just changed. An error reaches all who share it.
 */
export const sharedNext = <Answer>(
  answers: SharedAnswers<Answer>,
  question: string,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const running = answers.get(question)
  if (running !== undefined)
    return (running.next ??= running.done.then(() => {
      answers.delete(question)
      return sharedNext(answers, question, ask)
    }))
  const answer = ask()
  const done = answer.then(
    () => undefined,
    () => undefined,
  )
  const mine: Running<Answer> = { done }
  answers.set(question, mine)
  void done.then(() => mine.next === undefined && answers.delete(question))
  return answer
}
