import { useWords } from '../../app/words.tsx'
import { Input } from '../../parts/field.tsx'

export function ImageSearch({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const t = useWords()
  return (
    <Input
      className="input--dense"
      type="search"
      aria-label={t('Search images')}
      placeholder={t('Search image texts')}
      value={words}
      onChange={onChange}
    />
  )
}
