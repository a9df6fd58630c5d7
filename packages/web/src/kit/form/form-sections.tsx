import type { Endpoint } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormFieldItem } from './form-field.tsx'
import type { FormPart } from './form-parts.ts'

interface FormSectionsProps {
  entry: Endpoint
  parts: readonly FormPart[]
  columns: number
  opened: ReadonlySet<string>
  onOpen: (section: string, open: boolean) => void
}

/** All fields of a form. A section that folds is closed until somebody opens it, or one of its fields is refused. */
export const FormSections = ({ entry, parts, columns, opened, onOpen }: FormSectionsProps) => {
  const { t } = useTranslation('kit')
  return parts.map(({ folded, fields }) => {
    const key = fields[0]?.name
    const grid = (
      <div key={key} className="ew-form-fields" data-columns={columns}>
        {/* A field may stand there twice, of which one is shown. */}
        {fields.map((field, index) => (
          <FormFieldItem key={index} entry={entry} field={field} />
        ))}
      </div>
    )
    if (folded === undefined) return grid
    return (
      <details key={key} open={opened.has(folded)} onToggle={({ currentTarget }) => onOpen(folded, currentTarget.open)}>
        <summary className="ew-form-section">
          <h2>{t(($) => $.form.sections[folded])}</h2> <small>{t(($) => $.form.optional)}</small>
        </summary>
        {grid}
      </details>
    )
  })
}
