export const account = {
  '{role}:': '{role} :',
  'Your profile': 'Votre profil',
  'In this browser': 'Dans ce navigateur',
  'Language of the administration': 'Langue de l’administration',
  Colours: 'Couleurs',
  'Same as the system': 'Comme le système',
  Light: 'Clair',
  Dark: 'Sombre',
  'You will have to sign in again with the new one, here and on other devices.':
    'Vous devrez vous reconnecter avec le nouveau, ici et sur vos autres appareils.',
  'Current password': 'Mot de passe actuel',
  'Change the password': 'Changer le mot de passe',
}
