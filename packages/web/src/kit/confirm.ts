import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface Question {
  readonly title: string
  readonly content?: ReactNode
  /** Label of the confirm button. */
  readonly ok?: string
  /** null: no cancel button, for a message that only needs to be read. */
  readonly cancel?: string | null
  readonly danger?: boolean
  /** Must be typed before confirming (screens.md section 0, "Deletion"). */
  readonly typeName?: string
}

export const useQuestion = create<{ current: (Question & { answer: (yes: boolean) => void }) | null }>(() => ({ current: null }))

/** Asks and waits for the answer. An earlier open question counts as no. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    useQuestion.getState().current?.answer(false)
    const answer = (yes: boolean) => {
      useQuestion.setState({ current: null })
      resolve(yes)
    }
    useQuestion.setState({ current: { ...question, answer } })
  })

/** Asks the user to type the name of what is about to be deleted. */
export const confirmByName = (name: string, question: Omit<Question, 'typeName'>): Promise<boolean> =>
  confirm({ danger: true, ...question, typeName: name })
