import { endpoints } from '@emberwatch/contract'
import { useQuery } from '@tanstack/react-query'
import { readBlob } from '../api/files.ts'

/** Address of a stored file that only this session may read: fetched with the token, which an <img> cannot send. */
export const useFileUrl = (id: string | null | undefined): string | undefined =>
  useQuery({
    queryKey: ['file-url', id],
    queryFn: async () => URL.createObjectURL(await readBlob(endpoints.file.read, { id: id ?? '' }, { quiet: true })),
    enabled: Boolean(id),
    staleTime: Infinity,
    gcTime: Infinity,
  }).data

export const FileImage = ({ id, alt, className }: { id: string; alt: string; className?: string }) => {
  const url = useFileUrl(id)
  return url ? <img src={url} alt={alt} className={className} /> : <span className={className} />
}
