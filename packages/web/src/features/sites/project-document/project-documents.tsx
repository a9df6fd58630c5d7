import { Button, Modal } from 'antd'
import { useEffect, useState, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraOutlined, DownloadOutlined } from '@ant-design/icons'
import { endpoints, type ProjectDocumentRow } from '@emberwatch/contract'
import { FileImage } from '../../../kit/file-image.tsx'
import './project-document.css'
import { download } from '../../../api/files.ts'
import { useCall } from '../../../api/hooks.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { Expiry, isExpiring } from '../project-person/project-people.tsx'

export interface Photo {
  readonly id: string
  readonly title: string
}

/** One photo in full size, with buttons and arrow keys for the others. */
const PhotoViewer = ({ photos, from, onClose }: { photos: readonly Photo[]; from: number; onClose: () => void }) => {
  const { t } = useTranslation('project-document')
  const [at, setAt] = useState(from)
  const last = photos.length - 1
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') setAt((now) => Math.max(now - 1, 0))
      if (key === 'ArrowRight') setAt((now) => Math.min(now + 1, last))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [last])
  const photo = photos[at]
  if (!photo) return null
  return (
    <Modal open centered width={960} title={`${photo.title} (${at + 1}/${photos.length})`} footer={null} onCancel={onClose}>
      <FileImage id={photo.id} alt={t(($) => $.closeOf, { name: photo.title })} className="ew-document-full" />
      {photos.length > 1 && (
        <div className="ew-document-steps">
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t(($) => $.previous)}
          </Button>
          <Button disabled={at === last} onClick={() => setAt(at + 1)}>
            {t(($) => $.next)}
          </Button>
        </div>
      )}
    </Modal>
  )
}

const ProjectDocumentForm = lazy(() => import('./project-document.form.tsx'))

const document = endpoints.projectDocument
type StoredFile = ProjectDocumentRow['files'][number]

/** The files of one document: an image opens in the page, any other file is downloaded. */
const Files = ({ files, onShow }: { files: readonly StoredFile[]; onShow: (file: StoredFile) => void }) => {
  const { t } = useTranslation('project-document')
  return (
    <ul className="ew-document-files">
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className="ew-document-file"
            aria-label={t(($) => $.open, { name: file.name })}
            onClick={() =>
              file.image
                ? onShow(file)
                : // A failure has been shown by the call.
                  void download(endpoints.file.read, { id: file.id }, file.name).catch(() => {})
            }
          >
            {file.image ? <FileImage id={file.id} alt="" className="ew-document-thumb" /> : <DownloadOutlined aria-hidden />}
            <span>{file.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const photosOf = (rows: readonly ProjectDocumentRow[]): Photo[] =>
  rows.flatMap(({ title, files }) => files.filter(({ image }) => image).map(({ id }) => ({ id, title })))

/** The latest photos of the site. */
const Gallery = ({ photos, onOpen }: { photos: readonly Photo[]; onOpen: (index: number) => void }) => {
  const { t } = useTranslation('project-document')
  if (photos.length === 0) return null
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.gallery)}</h2>
      <ul className="ew-document-gallery">
        {photos.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              className="ew-document-photo"
              aria-label={t(($) => $.open, { name: `${title} ${index + 1}` })}
              onClick={() => onOpen(index)}
            >
              <FileImage id={id} alt="" />
              <small>{title}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const shownPhotos = 12

/** The documents of a project and the photos of its site. */
export const ProjectDocuments = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('project-document')
  const [viewing, setViewing] = useState<{ photos: readonly Photo[]; from: number }>()
  const latest = useCall(document.page, { projectId, kind: 'photo', pageSize: shownPhotos })
  const photos = photosOf(latest.data?.list ?? []).slice(0, shownPhotos)
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<ProjectDocumentRow>({
    calls: document,
    renderForm: (open) => <ProjectDocumentForm {...open} projectId={projectId} />,
    nameOf: ({ title }) => title,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  const showPhotoForm = () => {
    show(<ProjectDocumentForm photos row={undefined} projectId={projectId} onClose={close} />)
  }
  const addPhotos = {
    key: 'photos',
    label: t(($) => $.addPhotos),
    ...operationsFor(document.create),
    icon: <CameraOutlined aria-hidden />,
    onClick: showPhotoForm,
  }
  const showFile = (row: ProjectDocumentRow, { id }: StoredFile) => {
    const own = photosOf([row])
    setViewing({ photos: own, from: own.findIndex((photo) => photo.id === id) })
  }
  return (
    <>
      <Gallery photos={photos} onOpen={(from) => setViewing({ photos, from })} />
      <ListPage
        embedded
        endpoint={document.page}
        fixed={{ projectId }}
        exporter={document.export}
        title={t(($) => $.title)}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'kind', 'expiring']}
        views={[
          { label: t(($) => $.views.photos), when: { kind: 'photo' } },
          { label: t(($) => $.views.expiring), when: { expiring: 'true' } },
        ]}
        columns={[
          { field: 'title', width: 220, render: ({ title, remark }) => <TwoLines small={remark}>{title}</TwoLines> },
          'kind',
          { field: 'files', render: (row) => <Files files={row.files} onShow={(file) => showFile(row, file)} /> },
          { field: 'validUntil', render: ({ validUntil, daysLeft }) => <Expiry day={validUntil} daysLeft={daysLeft} /> },
          ...auditColumns,
        ]}
        actions={[...toolbar, addPhotos]}
        rowActions={(row) => [edit(row), remove(row)]}
        tone={(row) => (isExpiring(row) ? 'fault' : undefined)}
      />
      {viewing && <PhotoViewer {...viewing} onClose={() => setViewing(undefined)} />}
      {dialog}
    </>
  )
}
