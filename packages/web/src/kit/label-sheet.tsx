import { PrinterOutlined } from '@ant-design/icons'
import { Button, QRCode } from 'antd'
import { ListSkeleton, LoadFailed } from './list/list-states.tsx'
import { usePageSearch } from './search-params.ts'
import './list/list.css'
import './detail/detail.css'
import './label-sheet.css'

const maxLabels = 1000

/** The ids of an address such as `?ids=1,2`, each once. */
export const useLabelIds = (): number[] => {
  const given = (usePageSearch()['ids'] ?? '').split(',').map(Number)
  return [...new Set(given)].filter((id) => Number.isInteger(id) && id > 0).slice(0, maxLabels)
}

/** One label: its code, the address that scanning opens, and the other texts printed on it. */
export interface Label {
  readonly id: number
  readonly code: string
  /** Content of the QR code. It ends with the code, for people who scan it with the phone page. */
  readonly address: string
  readonly lines: readonly (string | null)[]
}

interface LabelSheetProps {
  words: { readonly title: string; readonly print: string; readonly hint: string; readonly none: string; readonly back: string }
  /** Accessible name of the QR code. */
  qrOf: (code: string) => string
  /** The list in which the labels were chosen. */
  back: string
  /** Text if none were chosen. */
  empty: boolean
  labels: readonly Label[] | undefined
  failed: string | undefined
  onRetry: () => void
}

/** A sheet of labels to print. */
export const LabelSheet = ({ words, qrOf, back, empty, labels, failed, onRetry }: LabelSheetProps) => (
  <section className="ew-detail">
    <header className="ew-detail-head">
      <h1>{words.title}</h1>
      <span className="ew-spacer" />
      <Button href={`#${back}`}>{words.back}</Button>
      {labels && labels.length > 0 && (
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {words.print}
        </Button>
      )}
    </header>
    {empty ? (
      <p className="ew-empty">{words.none}</p>
    ) : failed !== undefined ? (
      <LoadFailed reason={failed} onRetry={onRetry} />
    ) : !labels ? (
      <ListSkeleton rows={4} />
    ) : (
      <>
        <p className="ew-label-note">{words.hint}</p>
        <div className="ew-labels">
          {labels.map(({ id, code, address, lines }) => (
            <div key={id} className="ew-label">
              <QRCode
                type="svg"
                size={112}
                bordered={false}
                color="#000000"
                bgColor="#ffffff"
                value={address}
                aria-label={qrOf(code)}
              />
              <dl>
                <dt>{code}</dt>
                {lines.filter(Boolean).map((line) => (
                  <dd key={line}>{line}</dd>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </>
    )}
  </section>
)
