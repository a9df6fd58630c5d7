import { lazy, Suspense, type ReactNode } from 'react'
import { create } from 'zustand'

export interface Question {
  title: string
  content?: ReactNode
  /** Word on the button that says yes. */
  ok?: string
  /** null: nothing to decide, only to be read. */
  cancel?: string | null
  danger?: boolean
  /** Must be typed before yes is possible (screens.md section 0, "Deletion"). */
  typeName?: string
}

export const useQuestion = create<{ asked: (Question & { answer: (yes: boolean) => void }) | null }>(() => ({ asked: null }))

/** Asks and waits for the answer; a question still open counts as no. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    useQuestion.getState().asked?.answer(false)
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null })
      resolve(yes)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })

/** Asks for the name of what is about to be deleted. */
export const confirmByName = (name: string, question: Omit<Question, 'typeName'>): Promise<boolean> =>
  confirm({ danger: true, ...question, typeName: name })

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Draws the question asked; stands once in the layout. */
export const ConfirmHost = () => {
  const asked = useQuestion((state) => state.asked)
  return asked ? (
    <Suspense>
      <ConfirmDialog key={asked.title} {...asked} />
    </Suspense>
  ) : null
}
