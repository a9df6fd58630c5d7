import { checkItems, endpoints } from '@emberwatch/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

interface LinesProps {
  id?: string
  value?: string[]
  onChange?: (lines: string[]) => void
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Converts a text with one item per line into a list, without empty lines. */
const Lines = ({ id, value = [], onChange }: LinesProps) => {
  const [text, setText] = useState(value.join('\n'))
  return (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      autoSize={{ minRows: 6, maxRows: 16 }}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange?.(linesOf(target.value))
      }}
    />
  )
}

interface EditChecklistProps {
  projectId: number
  version: number
  steps: readonly string[]
  onClose: () => void
}

/** Edits the checklist of a site, one step per line. */
export default function EditChecklist({ projectId, version, steps, onClose }: EditChecklistProps) {
  const { t } = useTranslation('alarm-detail')
  const problem = (texts: readonly string[]): string | undefined => {
    if (texts.length > checkItems) return t(($) => $.checks.tooMany, { most: checkItems })
    if (new Set(texts).size < texts.length) return t(($) => $.checks.twice)
    return texts.some((text) => text.length > 200) ? t(($) => $.checks.tooLong) : undefined
  }
  return (
    <FormDialog
      endpoint={endpoints.alarmCheck.save}
      title={t(($) => $.checks.editTitle)}
      hidden={{ projectId, version }}
      initial={{ checkSteps: [...steps] }}
      fields={[
        {
          name: 'checkSteps',
          control: <Lines />,
          hint: t(($) => $.checks.editHint, { most: checkItems }),
          rules: [
            {
              validator: (_rule, lines: readonly string[] | undefined) => {
                const found = problem(lines ?? [])
                return found === undefined ? Promise.resolve() : Promise.reject(new Error(found))
              },
            },
          ],
        },
      ]}
      onClose={onClose}
    />
  )
}
