interface Running<Answer> {
  /** Never rejects. */
  readonly done: Promise<void>
  /** For those who ask while it runs. */
  next?: Promise<Answer>
}

/** What is being asked, by question. */
export type SharedAnswers<Answer> = Map<string, Running<Answer>>

/**
 * When an alarm comes, all who look at a list ask the same at once. Whoever asks while it is being answered shares the next answer with all others who
 * do: it begins after what they have just changed. An error reaches all who share it.
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
