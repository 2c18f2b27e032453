export const account = {
  'Who you are': 'Qui vous êtes',
  'In this browser': 'Dans ce navigateur',
  'Language of the administration': 'Langue de l’administration',
  Colours: 'Couleurs',
  'As the system has them': 'Comme le système',
  Light: 'Clair',
  Dark: 'Sombre',
  'You sign in again with the new one, here and everywhere.':
    'Vous vous reconnectez avec le nouveau, ici et partout.',
  'Current password': 'Mot de passe actuel',
  'Change the password': 'Changer le mot de passe',
}
