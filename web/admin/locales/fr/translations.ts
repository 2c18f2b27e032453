export const translations = {
  'Translations: {language}': 'Traductions : {language}',
  'Translate into': 'Traduire en',
  '{outdated} outdated, {missing} missing': '{outdated} à revoir, {missing} manquants',
  '{language}: up to date': '{language} : à jour',
  'Choose something to translate.': 'Choisissez quelque chose à traduire.',
  'Nothing yet': 'Pas encore traduit',
  'Changed: {fields}': 'Modifié : {fields}',
  'Work list': 'Liste de travail',
  '{count} to do': '{count} à faire',
  '{language} is complete': '{language} : complet',
  'Go on with {language}': 'Continuer avec : {language}',
  'Open the whole form': 'Ouvrir le formulaire entier',
  'Save and next': 'Enregistrer et continuer',
  Skip: 'Passer',
  'The original has changed since this translation of {moment}.':
    'L’original a changé depuis cette traduction du {moment}.',
  '{language} is still right': '{language} : reste valable',
  'What was added and what was taken away is marked.':
    'Ce qui a été ajouté et ce qui a été retiré est marqué.',
  'Copy the {language}': 'Copier : {language}',
  '{count} image without text': '{count} image sans texte',
  '{count} images without text': '{count} images sans texte',
}
